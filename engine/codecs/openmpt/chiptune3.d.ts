declare module 'chiptune3/libopenmpt.worklet.js' {
  export default function createLibrary(): Promise<unknown>;
}
