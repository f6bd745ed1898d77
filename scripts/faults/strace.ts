// strace around a server: which system calls ran in which order, and errors or delays put into them.
// strace counts `when=N` per thread and LMDB commits from pool threads, hence UV_THREADPOOL_SIZE=1.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Server, type ServerOptions, startServer } from './world.ts'

/** Whether strace is here and may trace. */
export function canTrace(): boolean {
  return spawnSync('strace', ['-qq', '-o', '/dev/null', process.execPath, '--version']).status === 0
}

export interface Injection {
  /** `fdatasync`, `pwrite64`. */
  readonly call: string
  /** strace's words: `error=EIO:when=3`, `delay_exit=300000`. */
  readonly what: string
}

/** Starts a server whose system calls on main's file (or on all, `everything`) are written to `log`. */
export function startTraced(
  data: string,
  log: string,
  {
    injections = [],
    everything = false,
    arguments: rest = [],
  }: { injections?: readonly Injection[]; everything?: boolean } & ServerOptions,
): Promise<Server> {
  const calls = everything
    ? 'openat,pwrite64,writev,fdatasync,write,sendto,sendmsg'
    : 'openat,pwrite64,writev,fdatasync'
  const under = [
    'strace',
    '-f',
    '-qq',
    '-s',
    '200',
    '-o',
    log,
    '-e',
    `trace=${calls}`,
    ...(everything ? [] : ['-P', `${data}/main/data.mdb`]),
    ...injections.flatMap(({ call, what }) => ['-e', `inject=${call}:${what}`]),
  ]
  return startServer(data, { under, env: { UV_THREADPOOL_SIZE: '1' }, arguments: rest })
}

export interface SystemCall {
  readonly thread: string
  readonly name: string
  /** As strace prints them, cut short. */
  readonly text: string
  /** Line at which it began, and at which it ended. */
  readonly began: number
  readonly ended: number
  readonly result: string
}

/** The finished system calls of a log, in the order of their ends. */
export function readLog(log: string): SystemCall[] {
  const open = new Map<string, { text: string; began: number }>()
  const done: SystemCall[] = []
  readFileSync(log, 'latin1')
    .split('\n')
    .forEach((line, at) => {
      const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
      const resumed = /^<\.\.\. (\w+) resumed>(.*)$/.exec(rest)
      const begun = resumed === null ? { text: rest, began: at } : open.get(thread)
      if (rest.endsWith('<unfinished ...>')) {
        open.set(thread, { text: rest, began: at })
        return
      }
      const name = /^(\w+)\(/.exec(begun?.text ?? '')?.[1]
      if (begun === undefined || name === undefined) return
      const result = / = (.*)$/.exec(rest)?.[1] ?? ''
      done.push({ thread, name, text: begun.text, began: begun.began, ended: at, result })
    })
  return done
}

/** Calls of a log into which an error or a delay was put. */
export const countInjected = (log: string): number =>
  readFileSync(log, 'latin1').match(/\((?:INJECTED|DELAYED)\)/g)?.length ?? 0

/** Numbers under which main's file is open: for data, and for the header, whose writes are flushed by themselves. */
export function mainFiles(calls: readonly SystemCall[]): {
  readonly data: ReadonlySet<string>
  readonly header: ReadonlySet<string>
} {
  const [data, header] = [new Set<string>(), new Set<string>()]
  for (const { name, text, result } of calls) {
    if (name !== 'openat' || !text.includes('/main/data.mdb"')) continue
    if (text.includes('O_DSYNC')) header.add(result)
    else if (text.includes('O_RDWR')) data.add(result)
  }
  return { data, header }
}

export const fdOf = ({ text }: SystemCall): string => /^\w+\((\d+)/.exec(text)?.[1] ?? ''
