// The languages that a text may be in by mistake, because models mix them up with the target language: the small words and
// letters of each that the target language does not have. Measured on texts that people translated
// (docs/text-gate.md#texts-in-another-language).

/** By the target language, then by the neighbour. */
export const NEIGHBOURS: Readonly<Record<string, Readonly<Record<string, Signs>>>> = {
  pt: {
    es: { words: 'el la los las un una y con en pero muy hay su sus al del', letters: 'ñ¿¡' },
    it: { words: 'il di che è per una gli della nel del più dei delle alla questo con non un' },
    fr: { words: 'le les des une est et dans pour vous qui pas sur avec cette du au' },
  },
  es: {
    pt: { words: 'não uma um com em das você ao à são pelo pela na isso seu sua é', letters: 'ãõç' },
    it: { words: 'il di che è per gli della nel ma più dei delle alla questo non' },
    fr: { words: 'des est et dans pour vous qui pas avec ce cette du au une' },
    ca: { words: 'els amb per és dels aquest als' },
  },
  fr: {
    es: { words: 'el los las una con pero muy por del su sus al está hay', letters: 'ñ¿¡' },
    pt: { words: 'não uma um com em do da das você são pelo', letters: 'ãõ' },
    it: { words: 'di che è per una con gli della nel del più dei delle alla questo' },
  },
  de: { nl: { words: 'het een van niet zijn voor wordt deze naar te hij op' } },
  cs: {
    sk: { words: 'sa nie aj čo ako alebo keď ktorý ktorá ktoré sú', letters: 'ľĺŕôä' },
    pl: { words: 'nie się jest że przez oraz lub są który' },
  },
  pl: {
    cs: { words: 'že nebo který která při jsou', letters: 'ěřů' },
    sk: { words: 'že sa aj čo ako alebo keď ktorý ktorá ktoré sú', letters: 'ľĺŕ' },
  },
  uk: { ru: { words: 'и что как его из если может это вы', letters: 'ыэъё' } },
  ru: {
    uk: { words: 'і що як його якщо може з', letters: 'іїєґ' },
    bg: { words: 'ще са това която който бъде' },
  },
  id: { tl: { words: 'ang ng mga sa ay kung ito' } },
}

interface Signs {
  /** In lower case, with spaces between. */
  readonly words: string
  readonly letters?: string
}
