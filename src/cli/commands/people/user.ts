// `windrow user`: people, their roles, states, passwords and quotas.
import { counted } from '../../../base/numeral.ts'
import type { App } from '../../../app/app.ts'
import {
  addUser,
  changePassword,
  changeQuota,
  changeRole,
  changeState,
  crowded,
  type PersonRefusal,
  resetSecondFactor,
} from '../../../app/people/manage-users.ts'
import { historicalRequestsOf, listPeople } from '../../../app/people/read-people.ts'
import { passwordFault } from '../../../app/people/password-rules.ts'
import { sentenceFor } from '../../../app/refusal-sentences.ts'
import { refuse, type Result } from '../../../base/result.ts'
import { hasPassword, type User } from '../../../domain/people.ts'
import type { Role, UserState } from '../../../domain/vocabulary.ts'
import type { CommandContext, Runnable, OptionSpec } from '../../command.ts'
import { Usage } from '../../failure.ts'
import { isoTimeOrNull, tableLines } from '../../streams/lines.ts'
import { valueOf, valueOrUsage } from '../value-of.ts'
import { withApp } from '../../with-app.ts'
import { ROLE, USER_STATE, NAME } from '../../options.ts'
import { SETTINGS } from '../../../domain/settings.ts'

const userDocument = (app: App, user: User): Record<string, unknown> => ({
  id: user.id,
  name: user.name,
  role: user.role,
  state: user.state,
  has_password: hasPassword(user),
  ...(user.linked !== undefined && { linked: user.linked.map(({ issuer }) => issuer) }),
  ...(user.secondFactor !== undefined && { has_second_factor: true }),
  daily_row_quota: user.dailyRowQuota,
  historical_requests: historicalRequestsOf(app, user),
  created_at: isoTimeOrNull(user.createdAtMs),
})

async function readPassword(context: CommandContext, name: string): Promise<string> {
  const password = await context.readSecret(`Password of ${name}`, true)
  const fault = await passwordFault(password, name)
  if (fault !== null) throw new Usage(sentenceFor('commandLine', fault))
  return password
}

async function digestOf(app: App, password: string): Promise<string> {
  const hashed = await app.passwords.hash(password)
  return valueOf(hashed.ok ? hashed : refuse(crowded))
}

const person = { value: NAME, summary: 'Name of the person' }

const passwordOption: OptionSpec = {
  name: 'password-stdin',
  summary: 'Read the password from standard input (one line)',
}

export const add: Runnable = {
  name: 'user add',
  summary: 'Add a person; prints the id',
  arguments: [person],
  options: [{ name: 'role', summary: 'What the person may do', value: ROLE, defaultText: 'user' }, passwordOption],
  examples: [
    'windrow user add Olena --role translator',
    'windrow user add Ihor --role admin --password-stdin < password.txt',
  ],
  async run(context, args) {
    const typed = args.flag('password-stdin') ? await readPassword(context, args.argument('NAME')) : null
    await withApp(context, async (app) => {
      const password = typed === null ? null : await digestOf(app, typed)
      const role = (args.text('role') ?? 'user') as Role
      const user = valueOrUsage(await addUser(app, null, { name: args.argument('NAME'), role, password }))
      context.answer(userDocument(app, user), () => String(user.id))
      if (password === null)
        context.next(
          `windrow user password ${user.name} lets them sign in, windrow key create --user ${user.name} a program`,
        )
    })
  },
}

export const list: Runnable = {
  name: 'user list',
  summary: 'List people',
  examples: ['windrow user list', 'windrow user list --json'],
  run: (context) =>
    withApp(context, (app) => {
      const users = listPeople(app)
      context.answer(
        users.map((user) => userDocument(app, user)),
        () =>
          tableLines(users, {
            id: ({ id }) => id,
            name: ({ name }) => name,
            role: ({ role: its }) => its,
            state: ({ state: its }) => its,
            password: (user) => (hasPassword(user) ? 'yes' : 'no'),
            quota: ({ dailyRowQuota }) => dailyRowQuota ?? 'default',
          }),
      )
    }),
}

async function change(
  context: CommandContext,
  work: (app: App) => Promise<Result<User, PersonRefusal>>,
  line: (user: User) => string,
): Promise<void> {
  await withApp(context, async (app) => {
    const user = valueOf(await work(app))
    context.answer(userDocument(app, user), () => line(user))
  })
}

export const role: Runnable = {
  name: 'user role',
  summary: "Change a person's role",
  arguments: [person, { value: ROLE, summary: 'The new role' }],
  examples: ['windrow user role Olena moderator'],
  run: (context, args) =>
    change(
      context,
      (app) => changeRole(app, null, args.argument('NAME'), args.argument('ROLE') as Role),
      (user) => `${user.name} is ${user.role} now`,
    ),
}

export const state: Runnable = {
  name: 'user state',
  summary: 'Activate, block, deactivate or delete a person',
  arguments: [person, { value: USER_STATE, summary: 'The new state' }],
  examples: ['windrow user state Olena blocked'],
  run: (context, args) =>
    change(
      context,
      (app) => changeState(app, null, args.argument('NAME'), args.argument('STATE') as UserState),
      (user) => `${user.name} is ${user.state} now`,
    ),
}

export const password: Runnable = {
  name: 'user password',
  summary: 'Set the password of a person for the site',
  arguments: [person],
  options: [passwordOption],
  details: ['On a terminal it asks for the password twice and does not show it.'],
  examples: ['windrow user password Olena', 'windrow user password Olena --password-stdin < password.txt'],
  async run(context, args) {
    if (!args.flag('password-stdin') && !context.canAsk)
      throw new Usage('no terminal to ask for the password; give it on standard input, with --password-stdin')
    const typed = await readPassword(context, args.argument('NAME'))
    await change(
      context,
      async (app) => changePassword(app, null, args.argument('NAME'), await digestOf(app, typed)),
      (user) => `the password of ${user.name} is set`,
    )
  },
}

export const dropSecondFactor: Runnable = {
  name: 'user reset-second-factor',
  summary: 'Remove a lost second factor and end the sessions of that person',
  arguments: [person],
  examples: ['windrow user reset-second-factor Olena'],
  run: (context, args) =>
    change(
      context,
      (app) => resetSecondFactor(app, null, args.argument('NAME')),
      (user) => `${user.name} signs in with the password alone now`,
    ),
}

export const quota: Runnable = {
  name: 'user quota',
  summary: 'Set how many rows a day a person may write through API v1',
  arguments: [
    person,
    {
      value: { kind: 'integer', placeholder: 'ROWS', min: 0, max: SETTINGS.daily_row_quota.max, words: ['default'] },
      summary: 'Rows a UTC day; default follows the settings',
    },
  ],
  examples: ['windrow user quota Olena 500', 'windrow user quota Olena default'],
  async run(context, args) {
    const rows = args.integerOrWordArgument('ROWS')
    await change(
      context,
      (app) => changeQuota(app, null, args.argument('NAME'), typeof rows === 'number' ? rows : null),
      (user) =>
        user.dailyRowQuota === null
          ? `${user.name} follows the setting of the role`
          : `${user.name} may write ${counted(user.dailyRowQuota, 'row')} a day`,
    )
  },
}
