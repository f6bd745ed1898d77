// Starts the program of the configuration after a backup (`after_backup`), for copies to another machine.
import { execFile } from 'node:child_process'

const waitMsMax = 6 * 60 * 60 * 1000
const outputBytesMax = 1024 * 1024

/** The program gets the path of the backup as its only argument. Returns why it failed, or null. */
export const runAfterBackup = (program: string, path: string): Promise<string | null> =>
  new Promise((resolve) => {
    const options = { timeout: waitMsMax, maxBuffer: outputBytesMax, windowsHide: true }
    execFile(program, [path], options, (error, _, stderr) => {
      const lastLine = stderr.trim().split('\n').at(-1)
      resolve(error === null ? null : lastLine === undefined || lastLine === '' ? error.message : lastLine)
    })
  })
