// What the OpenAPI document says of each address of API v1. An address of v2 says it where it is declared.
import { LIST_PARAMETERS, ROW_PARAMETERS } from '../api-v1/parameters.ts'
import type { ROUTES } from '../api-v1/routes.ts'
import type { Declared } from '../api-v2/declared.ts'

type Operation = Pick<Declared, 'summary' | 'description' | 'example' | 'parameters' | 'header'>

export const OPERATIONS: Readonly<Record<(typeof ROUTES)[number]['name'], Operation>> = {
  me: { summary: 'Identity, abilities and limits of the key' },
  rows: {
    summary: 'A page of rows, ordered by ordinal',
    description: 'Skip rows with is_service_row: they stay in state none or stale for ever.',
    parameters: { ...LIST_PARAMETERS, ...ROW_PARAMETERS },
  },
  row: { summary: 'One row; without fields all groups', parameters: ROW_PARAMETERS },
  taxonomy: { summary: 'Allowed values, abilities and error codes of this API' },
  validate: { summary: 'Whether texts would be accepted; writes nothing, spends no quota' },
  write: {
    summary: 'Write a batch of texts into the machine or the manual layer',
    description:
      'Write without validating first: a refused item costs no quota and says the same. ' +
      'Items are decided one by one. Stale rows: overwrite true.',
    header: 'required',
    example: {
      items: [
        {
          row_id: '40564f2eaebac596',
          text: 'Мечі-близнюки',
          layer: 'machine',
          source_hash: 'ddf57dfe895b0a9815ca9ed058574abc4977e01d8d23b119c7f1d14219e0dfb1',
          provider: 'example',
          model: 'example-1',
        },
      ],
    },
  },
}
