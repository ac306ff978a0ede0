"""Makes the drawing of a CAD program in the corpus with ezdxf (`apt-get install python3-ezdxf`): `python3 corpus/make/drawings.py`."""

import os

import ezdxf
from ezdxf.math import Vec2

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'sources')


def main():
    ezdxf.options.write_fixed_meta_data_for_testing = True
    drawing = ezdxf.new('R2004', setup=['linetypes'])
    drawing.layers.add('Walls', color=7, lineweight=50)
    drawing.layers.add('Garden', color=3, linetype='DASHED')
    drawing.layers.add('Wires', color=1).off()
    door = drawing.blocks.new('DOOR', base_point=(0, 0))
    door.add_line((0, 0), (0, 0.9))
    door.add_arc((0, 0), 0.9, 0, 90)
    door.add_attdef('NUMBER', (0.2, 0.2), height=0.2)
    model = drawing.modelspace()
    walls, garden = {'layer': 'Walls'}, {'layer': 'Garden'}
    model.add_lwpolyline([(0, 0), (6, 0, 0, 0, 0.5), (6, 4), (0, 4)], close=True, dxfattribs=walls)
    model.add_line((3, 0), (3, 4), dxfattribs=walls)
    model.add_circle((1.5, 2), 0.5, dxfattribs={**walls, 'color': 5})
    model.add_circle((-5.3, 1), 0.3, dxfattribs={**walls, 'extrusion': (0, 0, -1)})
    model.add_ellipse((4.5, 2), (0.8, 0.3), 0.5, dxfattribs={**walls, 'true_color': 0xCC7722})
    model.add_spline(dxfattribs=garden).apply_construction_tool(
        ezdxf.math.BSpline([(0, 5), (2, 7), (4, 4), (6, 6), (8, 5)], order=4)
    )
    model.add_polyline2d([(7, 0), (8, 0, 0, 0, 1), (8, 2), (7, 2)], format='xyseb', dxfattribs=garden)
    for x, angle, scale in ((1, 0, 1), (4, 90, -1)):
        insert = model.add_blockref('DOOR', (x, 0), {**walls, 'rotation': angle, 'xscale': scale})
        insert.add_attrib('NUMBER', f'D{x}', (x + 0.2, 0.4), {'height': 0.25})
    model.add_text('Kitchen 12 m%%178', height=0.3, dxfattribs=walls).set_placement((1.5, 3.4), align=ezdxf.enums.TextEntityAlignment.MIDDLE_CENTER)
    model.add_mtext('{\\fArial|b1;Living room}\\P\\A1;20 m\\U+00B2', {**walls, 'char_height': 0.3, 'insert': (4.5, 3.4), 'attachment_point': 5})
    model.add_text('Scale', height=0.3, rotation=90, dxfattribs=garden).set_placement((9, 0.5))
    solid = model.add_hatch(color=30, dxfattribs=garden)
    solid.paths.add_polyline_path([(7, 3), (8.5, 3), (8.5, 4), (7, 4)], is_closed=True)
    solid.paths.add_polyline_path([(7.5, 3.3), (8, 3.3), (8, 3.7), (7.5, 3.7)], is_closed=True)
    pattern = model.add_hatch(color=4, dxfattribs=garden)
    pattern.set_pattern_fill('ANSI31', scale=0.1)
    edges = pattern.paths.add_edge_path()
    edges.add_arc((10, 3), 0.5, 0, 180)
    edges.add_line((9.5, 3), (10.5, 3))
    model.add_solid([(9.5, 0), (10.5, 0), (9.5, 1), (10.5, 1)], dxfattribs={'color': 2})
    model.add_point((10, 2), dxfattribs={'color': 6})
    model.add_linear_dim(base=(0, -0.8), p1=(0, 0), p2=(6, 0), override={'dimtxt': 0.3, 'dimasz': 0.2}).render()
    model.add_line((0, 0), (6, 4), dxfattribs={'layer': 'Wires'})
    drawing.layout().add_line(Vec2(0, 0), Vec2(1, 1))
    path = os.path.join(SOURCES, 'dxf', 'plan-layers-blocks-hatches.dxf')
    os.makedirs(os.path.dirname(path), exist_ok=True)
    drawing.saveas(path)


if __name__ == '__main__':
    main()
