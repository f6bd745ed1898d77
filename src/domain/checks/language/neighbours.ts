// The languages that a text may be in by mistake, because models mix them up with the target language: the small words and
// letters of each that the target language does not have. Measured on texts that people translated
// (docs/text-gate.md#texts-in-another-language).

interface Signs {
  /** In lower case, with spaces between. */
  readonly words: string
  readonly letters?: string
}

/** By the target language, then by the neighbour. */
export const NEIGHBOURS: Readonly<Record<string, Readonly<Record<string, Signs>>>> = {
  pt: {
    es: { words: 'el la los las un una y con en pero muy hay su sus al del puede cuando más', letters: 'ñ¿¡' },
    it: { words: 'il di che è per una gli della nel del più dei delle alla questo con non un' },
    fr: { words: 'le les des une est et dans pour vous qui pas sur avec cette du au' },
  },
  es: {
    pt: {
      words: 'não uma um com em das você ao à são pelo pela na isso seu sua é ou mais foi tem pode ele ela',
      letters: 'ãõç',
    },
    it: { words: 'il di che è per gli della nel ma più dei delle alla questo non sono anche quando' },
    fr: { words: 'des est et dans pour vous qui pas avec ce cette du au une' },
    ca: { words: 'els amb per és dels aquest aquesta als només quan sense més té està cap' },
  },
  fr: {
    es: {
      words: 'el los las una con pero muy por del su sus al está hay para como cuando más puede este ha',
      letters: 'ñ¿¡',
    },
    pt: { words: 'não uma um com em das você são pelo para os ele ela seu sua isso', letters: 'ãõ' },
    it: { words: 'di che è per una con gli della nel del più dei delle alla questo sono anche' },
  },
  it: {
    es: { words: 'de el los las en para que por está este como cuando más pero hay son', letters: 'ñ¿¡' },
    pt: { words: 'de não para um em ao uma que os sem são você', letters: 'ãõç' },
    fr: { words: 'de les des pas pour du une dans est et être avec sur vous cette' },
  },
  ca: { es: { words: 'los las para puede está este debe cuando pero hay muy', letters: 'ñ¿¡' } },
  de: {
    nl: { words: 'de het een van niet zijn voor wordt deze naar te hij op geen kan met bij dit aan heeft uit moet' },
  },
  nl: {
    de: {
      words: 'nicht ist und für zu von mit eine das wird kann ein auf sie oder keine wenn einen sich',
      letters: 'ß',
    },
  },
  cs: {
    sk: {
      words: 'sa nie aj čo ako alebo keď ktorý ktorá ktoré sú pre pri ak byť majú táto medzi môže',
      letters: 'ľĺŕôä',
    },
    pl: { words: 'nie się jest że przez oraz lub są który' },
  },
  sk: {
    cs: {
      words: 'se nebo při není jako jsou být když může ve tato které který která pokud jestli jen ze více své před',
      letters: 'ěřů',
    },
    pl: { words: 'jest się można lub dla przez że jeśli oraz są' },
  },
  pl: {
    cs: { words: 'že nebo který která při jsou', letters: 'ěřů' },
    sk: { words: 'že sa aj čo ako alebo keď ktorý ktorá ktoré sú', letters: 'ľĺŕ' },
  },
  sv: {
    da: { words: 'ikke og ved dette hvis kun når være', letters: 'æø' },
    no: { words: 'ikke og å ved dette hvis når være etter', letters: 'æø' },
  },
  da: {
    sv: { words: 'inte för att är och från måste när', letters: 'äö' },
    no: { words: 'å av etter ble inn opp uten mellom' },
  },
  uk: { ru: { words: 'и что как его из если может это вы только быть нет когда чтобы', letters: 'ыэъё' } },
  ru: {
    uk: { words: 'і що як його якщо може з', letters: 'іїєґ' },
    bg: { words: 'ще са това която който бъде се може дали към този ако трябва във които със няма' },
  },
  kk: { ru: { words: 'и в для на с или при это что как из по вы его будет только если он к' } },
  bg: { ru: { words: 'для быть вы только этот если что чтобы его будет он нет когда', letters: 'ыэё' } },
  mk: { sr: { words: 'је у није са који као су када ће' } },
  id: {
    tl: { words: 'ang ng mga sa ay kung ito' },
    ms: {
      words:
        'bahawa kerana ialah iaitu selepas semasa sahaja cuba mahu nombor tiada sila ianya hendaklah awak semula saiz benarkan patut adakah bilik kesihatan kelajuan kerosakan berbeza perlukan esok berasa askar kemas imej fail butang skrin mesej tunjuk kandungan maklumat tamat mengandungi',
    },
  },
  ms: {
    id: {
      words:
        'bahwa karena setelah saja coba mau nomor uang bisa apakah kamu kau tapi sebuah memiliki harus menemukan tersisa selama kalau silakan butuh kesehatan kecepatan kerusakan berbeda kalian ingin bicara berkas tipe efek energi karakter ukuran daerah pesan dipakai memberikan valid tampilkan didukung sihir',
    },
  },
}
