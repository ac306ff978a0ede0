interface Patch {
  readonly name: string;
  readonly find: string;
  readonly replace: string;
}

const READ = 'function _fd_read(fd,iov,iovcnt,pnum){';
const SEEK = 'function _fd_seek(fd,offset,whence,newOffset){';
const CLOSE =
  'if(ENVIRONMENT_IS_PTHREAD)return proxyToMainThread(43,0,1,fd);try{var stream=SYSCALLS.getStreamFromFD(fd);';
const OPEN = 'return FS.open(path,flags,mode).fd}';

/** What is changed in the glue of LibreOffice before it runs: where it finds its surroundings, and how it reads files. */
const PATCHES: readonly Patch[] = [
  {
    name: 'the library is an argument, not a global',
    find: 'if(typeof global!=="undefined"){var Module=global.Module=global.Module||{}}\n'.repeat(2),
    replace: '',
  },
  { name: 'no thread class of Node', find: 'global.Worker=worker_threads.Worker;', replace: '' },
  {
    name: 'which thread this is',
    find: 'ENVIRONMENT_IS_PTHREAD=ENVIRONMENT_IS_WORKER&&worker_threads["workerData"]=="em-pthread"',
    replace: 'ENVIRONMENT_IS_PTHREAD=host.isPthread',
  },
  // Five to nine run during a conversion, and one that has ended is free again only when the event loop turns.
  { name: 'more threads', find: 'var pthreadPoolSize=4;', replace: 'var pthreadPoolSize=host.threads;' },
  {
    name: 'sealed threads',
    find: 'worker=new Worker(pthreadMainJs,workerOptions);',
    replace: 'worker=host.createThread();',
  },
  {
    name: 'data in shared memory',
    find: 'assert(arrayBuffer.constructor.name===ArrayBuffer.name,"bad input to processPackageData");',
    replace: '',
  },
  {
    name: 'open',
    find: OPEN,
    replace:
      'var opened=FS.open(path,flags,mode);return host.files.opened(opened.fd,opened.node.contents,(flags&2097155)===0)}',
  },
  { name: 'close', find: CLOSE, replace: `${CLOSE}host.files.closed(fd);` },
  {
    name: 'read',
    find: READ,
    replace: `${READ}if(host.files.has(fd))return host.files.read(wasmMemory,fd,iov,iovcnt,pnum);`,
  },
  {
    name: 'seek',
    find: SEEK,
    replace: `${SEEK}if(host.files.has(fd))return host.files.seek(wasmMemory,fd,offset,whence,newOffset);`,
  },
];

/** Applies all patches. Throws a RangeError that names the one whose place is not found exactly once. */
export function patchGlue(glue: string): string {
  let patched = glue;
  for (const { name, find, replace } of PATCHES) {
    const parts = patched.split(find);
    if (parts.length !== 2) {
      throw new RangeError(`The patch “${name}” fits the glue of LibreOffice ${parts.length - 1} times, not once.`);
    }
    patched = parts.join(replace);
  }
  return patched;
}
