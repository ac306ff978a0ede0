# Makes the CAD files of the corpus with DRAW of Open CASCADE 7.6: occt-draw -b -f corpus/make/cad.tcl (from the root, with
# DRAWHOME and CSF_DrawPluginDefaults set to its resources).
pload MODELING XDE
# A bracket of 60 × 40 × 40 mm: a plate and a wall, with a round hole in the plate and a fillet between them.
box plate 60 40 6
box wall 60 6 40
bfuse bracket plate wall
pcylinder drill 8 20
ttranslate drill 40 24 -5
bcut bracket bracket drill
pcylinder post 5 30
ttranslate post 15 26 0
bfuse bracket bracket post
save bracket corpus/sources/brep/bracket-hole-post.brep
param write.iges.unit 2
param write.iges.brep.mode 1
brepiges bracket corpus/sources/iges/bracket-hole-post.igs
# In inches, with a colour of its own.
XNewDoc D
explode bracket so
set label [XAddShape D bracket_1]
XSetColor D $label 0.2 0.5 0.8
param write.step.unit INCH
WriteStep D corpus/sources/step/bracket-inches-colour.step
