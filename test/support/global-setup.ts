import { requireSupportedNode } from '../../engine/io/runtime.ts';

export default function setup(): void {
  requireSupportedNode();
}
