// One sample of every must-preserve kind, with what careless hands make of it. Each row becomes vectors in both
// directions: kept, moved, dropped, doubled, added, altered, translated, and with a look-alike in its place.

export interface KindSample {
  readonly kind: string
  readonly token: string
  readonly altered: string
  readonly translated: string
  /** What a person can't tell from the token. */
  readonly lookalike: string
}

export const KIND_SAMPLES: readonly KindSample[] = [
  { kind: 'xml', token: '<br>', altered: '<br/>', translated: '<бр>', lookalike: '＜br＞' },
  { kind: 'xml end', token: '</TEXT>', altered: '</TEXT >', translated: '</ТЕКСТ>', lookalike: '</ТEXT>' },
  {
    kind: 'term',
    token: '<Agility|780|#C|15>',
    altered: '<Agility|781|#C|15>',
    translated: '<Agility|сімсот|#C|15>',
    lookalike: '<Agility|780|#С|15>',
  },
  { kind: 'link start', token: '$link', altered: '$Link', translated: '$посилання', lookalike: '$lіnk' },
  { kind: 'link end', token: '^1234^$', altered: '^1235^$', translated: '^тисяча^$', lookalike: '＾1234^$' },
  { kind: 'formula', token: '$HERO_NAME', altered: '$HERO_NAMES', translated: '$ГЕРОЙ_ІМЯ', lookalike: '$HЕRO_NAME' },
  { kind: 'function', token: '$H(a,b)', altered: '$H(a, b)', translated: '$H(а,б)', lookalike: '$H（a,b)' },
  { kind: 'number', token: '$F12.5', altered: '$F12.6', translated: '$Ч12.5', lookalike: '＄F12.5' },
  { kind: 'dollar', token: '$G', altered: '$D', translated: '$Г', lookalike: '$\u200BG' },
  { kind: 'date', token: '@T[Y-m-d]', altered: '@T[Y-d-m]', translated: '@Ч[Y-m-d]', lookalike: '@Т[Y-m-d]' },
  { kind: 'emote', token: '[#12]', altered: '[#13]', translated: '[№12]', lookalike: '【#12】' },
  { kind: 'brace', token: '{0}', altered: '{1}', translated: '{нуль}', lookalike: '｛0｝' },
  { kind: 'named brace', token: '{name}', altered: '{names}', translated: '{імʼя}', lookalike: '{nаme}' },
  { kind: 'percent', token: '%%', altered: '%', translated: ' відсотків', lookalike: '％％' },
  { kind: 'printf', token: '%s', altered: '%d', translated: '%рядок', lookalike: '%ѕ' },
  { kind: 'clock', token: '%02H', altered: '%02M', translated: '%02Г', lookalike: '%02Н' },
]
