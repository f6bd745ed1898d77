// What the Windows executable under Wine cannot be asked, and why: the whole list. All else that drives the program from outside
// runs there too (test/wine/README.md).
//
// Of the hostile tests four files run there: those that ask what is Windows' own in a request (bodies, headers, MCP) and one of the
// site beside the command line (waivers). All of them took nine minutes on a busy machine, most of it starts. Of the others these cannot be asked
// there: `downloads`, a link of Linux that leads nowhere, which Wine takes for a file that is not there; `site-imports`, the mode bits
// of a spool, and how many imports run at once when a start takes seconds.
import { isWindowsProgram } from './program.ts'

const NOT_THERE = {
  'a named pipe': 'mkfifo makes a file of Linux, which Windows does not have',
  'a reader who does not read':
    'under Wine a thread that waits in a write to Linux now and then keeps the process from its end',
  'a writer beside it': 'the process that holds the writer is one of Linux, whose locks Wine does not see',
  'a look into its store':
    "the test's own engine is one of Linux, and both would map one file under locks that they do not see",
  'a shell': 'the Windows program runs a command in cmd, which has no words of a shell',
  'an earlier program': 'it runs from its sources on the Node of Linux, which calls the same folders by other names',
} as const

/** Whether the program under test can be asked that. */
export const canShow = (what: keyof typeof NOT_THERE): boolean =>
  !(what in NOT_THERE && (isWindowsProgram || process.platform === 'win32'))
