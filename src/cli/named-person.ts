// The person named by an option such as --as.
import type { App } from '../app/app.ts'
import { type Actor, named } from '../app/actor.ts'
import { personNamed } from '../app/people/read-people.ts'
import type { User } from '../domain/people.ts'
import type { ParsedArgs } from './command.ts'
import { failureOf } from './commands/value-of.ts'

/** Finds a person by name, in any letter case. Throws Failure if there is no such person. */
export function namedPerson(app: App, name: string): User {
  const user = personNamed(app, name)
  if (user === null) throw failureOf({ code: 'no_person', name })
  return user
}

/** The person of `--as`. Null without that option: the command line then acts by itself, above all roles. */
export function actingPerson(app: App, args: ParsedArgs): Actor | null {
  const name = args.text('as')
  return name === undefined ? null : named(namedPerson(app, name))
}
