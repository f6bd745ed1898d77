// `windrow edition`: translations by other rules, such as items in English.
import { addEdition, dropEdition } from '../../../app/editions/change-editions.ts'
import { listEditions } from '../../../app/editions/read-editions.ts'
import { editionDocument } from '../../../domain/release.ts'
import type { Runnable } from '../../command.ts'
import { tableLines } from '../../streams/lines.ts'
import { valueOf, valueOrUsage } from '../value-of.ts'
import { withApp } from '../../with-app.ts'
import { SLUG, TEXT, word } from '../../options.ts'

const EDITION = { value: SLUG, summary: 'Short name of the edition: a-z, 0-9 and -' }

export const add: Runnable = {
  name: 'edition add',
  summary: 'Make an edition: a variant of the translation, such as items in English',
  details: [
    'RULE is keep or translate, and a filter as in an address of the site: keep label=kind:item. ' +
      'Without a filter it is for every row. The first rule that matches a row decides; a row without a rule is translated.',
    'Without editions there is one, default: the whole translation. Your first edition replaces it, so make one without rules, too.',
  ],
  arguments: [EDITION],
  options: [
    { name: 'label', summary: 'Its name for players', value: TEXT, isRequired: true },
    { name: 'description', summary: 'Description for players', value: TEXT },
    { name: 'audience', summary: 'Who it is for', value: TEXT },
    {
      name: 'variant',
      summary: 'The variant, which launchers compare together with SLUG',
      value: TEXT,
      defaultText: 'SLUG with _ for -',
    },
    {
      name: 'rule',
      summary: 'Which rows to translate, or to keep as they are; the order counts',
      value: word('RULE'),
      isRepeatable: true,
    },
  ],
  examples: [
    'windrow edition add ukrainian --label "The whole game" --variant default',
    'windrow edition add english-items --label "Items in English" --rule "keep label=kind:item"',
    'windrow edition add approved --label "Read by people" --rule "keep game=machine"',
  ],
  run: (context, args) =>
    withApp(context, async (app) => {
      const edition = valueOrUsage(
        await addEdition(app, null, {
          slug: args.argument('SLUG'),
          variant: args.text('variant') ?? '',
          label: args.text('label') ?? '',
          description: args.text('description') ?? '',
          audience: args.text('audience') ?? '',
          rules: args.texts('rule'),
        }),
      )
      context.answer(editionDocument(edition), () => `made the edition ${edition.slug}`)
      context.next('windrow publish makes a release with all editions')
    }),
}

export const list: Runnable = {
  name: 'edition list',
  summary: 'List editions with their rules',
  examples: ['windrow edition list', 'windrow edition list --json'],
  run: (context) =>
    withApp(context, (app) => {
      const documents = listEditions(app).map(editionDocument)
      context.answer(documents, () =>
        tableLines(documents, {
          slug: ({ slug }) => slug,
          variant: ({ variant }) => variant,
          label: ({ label }) => label,
          rules: ({ rules }) => rules.join('; ') || 'all translated',
        }),
      )
    }),
}

export const remove: Runnable = {
  name: 'edition remove',
  summary: 'Remove an edition; releases that have it stay as they are',
  arguments: [EDITION],
  examples: ['windrow edition remove english-items'],
  run: (context, args) =>
    withApp(context, async (app) => {
      const { slug } = valueOf(await dropEdition(app, null, args.argument('SLUG')))
      context.answer({ slug }, () => `removed the edition ${slug}`)
    }),
}
