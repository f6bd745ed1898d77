// The person that an option such as --as names.
import type { App } from '../app/app.ts'
import type { User } from '../domain/people.ts'
import { readUserByName } from '../store/people.ts'
import type { ParsedArgs } from './command.ts'
import { Failure } from './failure.ts'

/** The person of this name, in any letter case; a failure of the command when there is none. */
export function findPerson(app: App, name: string): User {
  const user = readUserByName(app.store.main, name)
  if (user === undefined) throw new Failure(`there is no person named ${name}; windrow user list shows everybody`)
  return user
}

/** Who acts by `--as`; null: the command line itself, which stands above all roles. */
export function actingPerson(app: App, args: ParsedArgs): User | null {
  const name = args.text('as')
  return name === undefined ? null : findPerson(app, name)
}
