import { requireSupportedNode } from '../../engine/runtime.ts';

export default function setup(): void {
  requireSupportedNode();
}
