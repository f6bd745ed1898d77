// Bounds V8's space for new objects, which grows to 64 MB while millions of short-lived objects pass through it and is
// no faster (80 MB of garbage at a million texts). `--max-semi-space-size` as an argument can't replace the timer: with
// it a page with its total took 1.27 times the processor time, and a warm batch 1.11 times. node:v8 is loaded on first
// use, because a server's first answer does not need it.
type V8 = typeof import('node:v8')

const v8 = (): V8 => process.getBuiltinModule('node:v8')

/** The bound on both halves together. With the smallest, a server writes batches slower by a quarter (measured). */
const newSpaceBytes = 16 * 1024 * 1024
const lookEveryMs = 100

/** Keeps the space small. It must be called before the work begins. */
export function keepHeapSmall(): void {
  letGrow(false)
}

/** In a server the space may grow up to its bound. Repeated, because V8 shrinks the space of an idle server. */
export function keepHeapBounded(): void {
  let mayGrow = true
  const look = (): void => {
    if (newSpaceSize() < newSpaceBytes === mayGrow) return
    mayGrow = !mayGrow
    letGrow(mayGrow)
  }
  setInterval(look, lookEveryMs).unref()
}

/**
 * For work through which buffers pass, of blocks packed and inflated: V8 counts them as part of a heap that hardly changes, and
 * looked through all of it 98 times in an export of the whole game, now 20 times. Call it before the work begins.
 */
export function collectSeldom(): void {
  setFlag('--heap-growing-percent=400')
}

/** Lets V8 double the space, as by default, or forbids it. */
function letGrow(mayGrow: boolean): void {
  setFlag(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`)
}

function setFlag(flag: string): void {
  try {
    v8().setFlagsFromString(flag)
  } catch {
    // A runtime without the flag uses more memory or time.
  }
}

const newSpaceSize = (): number =>
  v8()
    .getHeapSpaceStatistics()
    .find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
