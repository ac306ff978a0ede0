#!/usr/bin/env python3
"""Größe: a furnace."""
import sys

def heat(to: int = 1200) -> str:
	# warm it
	return f"{to} °C 中文" if to > 0 else '<cold & dark>'

print(heat())
