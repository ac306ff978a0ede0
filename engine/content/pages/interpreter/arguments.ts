import type { Box } from '../geometry.ts';
import { type Matrix, matrixOf } from '../matrix.ts';

/** The arguments of an operator, which a damaged file may have made of anything. */
export type Arguments = readonly unknown[];

export function numberAt(args: Arguments, index: number): number {
  const value = Number(args[index]);
  return Number.isFinite(value) ? value : 0;
}

function arrayAt(args: Arguments, index: number): ArrayLike<unknown> | undefined {
  const value = args[index];
  return typeof value === 'object' && value !== null && 'length' in value ? (value as ArrayLike<unknown>) : undefined;
}

export function matrixAt(args: Arguments, index: number): Matrix | undefined {
  return matrixOf(arrayAt(args, index));
}

export function itemsAt(args: Arguments, index: number): readonly unknown[] {
  return Array.isArray(args[index]) ? (args[index] as unknown[]) : [];
}

/** The box of four numbers, of any two opposite corners. */
export function boxOf(value: unknown): Box | undefined {
  const [x0, y0, x1, y1] = value ? Array.from(value as ArrayLike<number>, Number) : [];
  if (![x0, y0, x1, y1].every(Number.isFinite)) return undefined;
  return { x0: Math.min(x0!, x1!), y0: Math.min(y0!, y1!), x1: Math.max(x0!, x1!), y1: Math.max(y0!, y1!) };
}

/** A colour of pdf.js: `#rrggbb`, or three numbers from 0 to 255. */
export function colourOf(value: unknown): string | undefined {
  if (typeof value === 'string') return /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : undefined;
  if (!value || typeof value !== 'object' || !('length' in value) || value.length !== 3) return undefined;
  const channels = Array.from(value as ArrayLike<number>, (channel) => Math.max(0, Math.min(255, Math.round(channel))));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
