// Polish: damage in a file, and its place (English: src/formats/damage.ts).
import type { Place, Problem } from '../../../app/refused.ts'

export const PLACES_OF_DAMAGE: Readonly<Record<Place['at'], string>> = {
  file: '',
  byte: 'bajt {byte}',
  offset: 'bajt {byte} (przesunięcie bloku {block})',
  line: 'linia {line}',
  entry: 'wpis {entry}',
  block: 'blok {block} na bajcie {byte}',
  slot: 'blok {block} na bajcie {byte}, komórka {slot}',
  index: 'blok {block} na bajcie {byte} (indeks)',
  overlay_index: 'blok 0 (indeks)',
  inflated: 'rozpakowane dane {compression}',
}

const BYTES = '{found} {found|bajt|bajty|bajtów}'
const AT_LEAST = 'oczekiwano: co najmniej {expected}'
const AT_MOST = 'oczekiwano: najwyżej {expected}'
const OVER = 'znaleziono: ponad {expected} {expected|bajt|bajty|bajtów}'
const COUNT = `znaleziono: {found}; ${AT_MOST}`
const NO_UTF8 = 'znaleziono: bajty, które nie są UTF-8; oczekiwano: tekst w UTF-8'
const ZSTD = 'dane zstd są uszkodzone'
const FRAME = 'ramka zstd jest uszkodzona'
const ONE_FRAME = 'oczekiwano: jedna ramka na {expected} {expected|bajt|bajty|bajtów}'
const COLUMNS = 'linia nie ma potrzebnych kolumn'
const UNKNOWN_SHAPE = 'rodzaj pliku jest nieznany'
const ONE_OF = 'oczekiwano jednego z: {shapes}'
const HISTORY = 'plik, który zapisało windrow export --to FILE --with-history'

export const DAMAGE: Readonly<Record<Problem['problem'], string>> = {
  changed: 'zmienił się podczas czytania; poczekaj, aż program, który go zapisuje, skończy, i spróbuj ponownie',
  no_regular_file: 'to nie zwykły plik, a trzeba go czytać kilka razy; zapisz go jako plik i podaj tamten',

  header_cut_off: `nagłówek jest ucięty; znaleziono: ${BYTES}; ${AT_LEAST}`,
  no_container: 'to nie kontener gry; znaleziono: {found}; oczekiwano: EF BE AD DE',
  byte_swapped: 'to nie kontener gry; znaleziono: {found} (bajty na odwrót: plik big-endian); oczekiwano: EF BE AD DE',
  container_version: 'nieznana wersja; znaleziono: {found}; oczekiwano: {expected}',
  no_blocks: 'kontener nie ma bloków; znaleziono: 0; oczekiwano: co najmniej 1',
  reserved_word: 'zarezerwowane słowo nie jest zerem; znaleziono: {found}; oczekiwano: 0',
  offset_table:
    'tablica przesunięć wychodzi poza koniec pliku; znaleziono: {blocks} {blocks|blok|bloki|bloków} w {found} {found|bajcie|bajtach|bajtach}; oczekiwano: {expected} {expected|bajt|bajty|bajtów} lub więcej',
  too_many_blocks: `za dużo bloków; ${COUNT}`,
  offsets_descend: `przesunięcia maleją; znaleziono: {found}; ${AT_LEAST}`,
  block_past_end: `blok wychodzi poza koniec pliku; ${COUNT}`,
  after_last_block: `bajty po ostatnim bloku; znaleziono: ${BYTES}; oczekiwano: nic`,
  index_cut_off: `indeks jest ucięty; znaleziono: ${BYTES}; ${AT_LEAST}`,
  no_shards: 'indeks nie wymienia żadnego sharda; znaleziono: shardCount 0; oczekiwano: co najmniej 1',
  index_length: `długość indeksu nie zgadza się z jego shardami; znaleziono: ${BYTES}; oczekiwano: {expected} dla {shards} {shards|sharda|shardów|shardów}`,
  block_missing:
    'shard {shard} wymienia blok, którego nie ma; znaleziono: blok {found}; oczekiwano: od 1 do {expected}',
  block_named_twice:
    'blok wymieniono dwa razy; znaleziono: blok {found} dla shardów {first} i {second}; oczekiwano: jeden shard na blok',
  block_unnamed:
    'bloku nie wymienia żaden shard; znaleziono: blok {found}; oczekiwano: każdy blok wymieniony przez jeden shard',
  overlay_of_another:
    'diff nie należy do {main}; znaleziono: {found} {found|shard|shardy|shardów}; oczekiwano: {expected}, jak w {main}',

  block_too_short: `blok jest za krótki; znaleziono: ${BYTES}; ${AT_LEAST}`,
  codec: 'nieznany sposób kompresji; znaleziono: {found}; oczekiwano: {expected} (zstd)',
  packed_size: 'packedSize nie zgadza się z blokiem; znaleziono: {found}; oczekiwano: {expected}',
  packed_too_large: `packedSize jest za duże; ${COUNT}`,
  unpacked_too_large: `unpackedSize jest za duże; ${COUNT}`,
  unpacked_size:
    'unpackedSize nie zgadza się z tym, co rozpakowano; znaleziono: {found} według nagłówka; oczekiwano: {expected}, jak rozpakowano',
  unpacked_more:
    'unpackedSize nie zgadza się z tym, co rozpakowano; znaleziono: {found} według nagłówka; oczekiwano: więcej, jak rozpakowano',
  after_frame: `${FRAME}; znaleziono: ${BYTES} po ramce; ${ONE_FRAME}`,
  frame_not_whole: `${FRAME}; znaleziono: bajty, które nie są całą ramką; ${ONE_FRAME}`,
  frame_not_inflating: `${FRAME}; znaleziono: {found}; oczekiwano: ramka, która się rozpakowuje`,
  too_much_damaged: `uszkodzeń jest za dużo, żeby je pominąć; znaleziono: ponad {expected} {expected|uszkodzone miejsce|uszkodzone miejsca|uszkodzonych miejsc}; ${AT_MOST}`,
  too_many_inflated: `plik rozpakowuje się na za dużo bajtów; ${COUNT}`,
  too_much_text: `teksty pliku mają za dużo bajtów; ${COUNT}`,
  too_many_entries: `za dużo wpisów; ${COUNT}`,

  shard_cut_off: `shard jest ucięty; znaleziono: ${BYTES}; ${AT_LEAST}`,
  capacity_too_large: `pojemność jest za duża; ${COUNT}`,
  capacity: 'pojemność nie jest postaci 2^k − 1; znaleziono: {found}; oczekiwano: 1, 3, 7, 15 …',
  no_room_for_slots: `nie ma miejsca na komórki; znaleziono: ${BYTES}; ${AT_LEAST} dla pojemności {capacity}`,
  sentinel: 'błędna granica po bajtach sterujących; znaleziono: {found}; oczekiwano: {expected}',
  control_byte:
    'bajt sterujący nie oznacza ani pustego, ani zajętego miejsca; znaleziono: {found}; oczekiwano: od 0x00 do 0x80',
  key_in_wrong_shard:
    'klucz nie w swoim shardzie; znaleziono: {key}, klucz sharda {found}; oczekiwano: klucz sharda {expected}',
  key_twice: 'klucz występuje dwa razy; znaleziono: {found}; oczekiwano: każdy klucz raz',
  value_outside:
    'wartość leży poza miejscem na wartości; znaleziono: bajty sharda od {from} do {to}; oczekiwano: bajty od {start} do {end}',
  values_overlap: `wartości nachodzą na siebie; ${OVER} tekstu w {found} {found|bajcie|bajtach|bajtach}; oczekiwano: wartości jedna po drugiej`,
  value_no_text:
    'wartość nie jest tekstem; znaleziono: bajty, które nie są UTF-8; oczekiwano: UTF-8 albo pojedynczy bajt 0xFF oznaczenia usunięcia',

  file_too_large: `plik jest za duży; ${OVER}; ${AT_MOST}`,
  packed_file_too_large: `plik jest za duży; ${OVER}; ${AT_MOST} albo ten sam plik rozpakowany`,
  compression: 'dane {compression} są uszkodzone; znaleziono: {found}; oczekiwano: cały plik {compression}',
  zstd_frames: `${ZSTD}; znaleziono: ponad {expected} {expected|ramka|ramki|ramek}; oczekiwano: plik skompresowany w mniejszej liczbie części`,
  zstd_cut_off: `${ZSTD}; znaleziono: ucięta ramka; oczekiwano: całe ramki do końca`,
  zstd_no_frame: `${ZSTD}; znaleziono: bajty, które nie zaczynają ramki; oczekiwano: ramka zstd albo koniec pliku`,

  shape_empty: `${UNKNOWN_SHAPE}; znaleziono: pusty plik; ${ONE_OF}`,
  shape_container: `${UNKNOWN_SHAPE}; znaleziono: kontener gry (najpierw go rozpakuj); ${ONE_OF}`,
  shape_utf16: `${UNKNOWN_SHAPE}; znaleziono: tekst w UTF-16 (zapisz go w UTF-8); ${ONE_OF}`,
  shape_cr:
    'linie pliku kończą się samym CR; znaleziono: ani jednego LF; oczekiwano: linii, które kończą się LF lub CRLF — zapisz plik w ten sposób',
  shape_packed: 'to spakowany plik ({found}); najpierw go rozpakuj, potem podaj plik albo folder z tekstami',
  shape_foreign: 'to plik innego rodzaju ({found}), bez tekstów, które da się odczytać; podaj plik z tekstami gry',
  shape_other_game:
    'to wygląda na {found} innej gry niż Where Winds Meet; przy nowej bazie dodaj --profile generic albo wybierz na stronie „Moja gra jest inna”',
  shape_first_game:
    'to kontener gry Where Winds Meet, a ta baza jest z innej gry (generic); daj mu własną bazę: --data DIR',
  shape_bytes: `${UNKNOWN_SHAPE}; znaleziono: bajty {found}; ${ONE_OF}`,
  shape_text: `${UNKNOWN_SHAPE}; znaleziono: plik, który zaczyna się od {found}; ${ONE_OF}`,

  line_too_long: `linia jest za długa; ${OVER}; ${AT_MOST}`,
  line_no_text: `linia nie jest tekstem; ${NO_UTF8}`,
  line_no_object: 'linia nie jest obiektem JSON; znaleziono: {found}; oczekiwano: jeden obiekt na linię',
  header_missing: 'brakuje nagłówka; znaleziono: {found}; oczekiwano: ID<TAB>OriginalText',
  no_id: 'to nie id; znaleziono: {found}; oczekiwano: 16 cyfr szesnastkowych',
  no_decimal_id: 'to nie id; znaleziono: {found}; oczekiwano: liczba 64-bitowa w zapisie dziesiętnym',
  id_twice: 'id występuje dwa razy; znaleziono: {found}; oczekiwano: każde id raz',
  text_too_long: `tekst jest za długi; znaleziono: ${BYTES}; ${AT_MOST}`,
  text_no_unicode: 'tekst nie jest w Unikodzie; znaleziono: surogat bez pary; oczekiwano: całe znaki',
  column_count: `${COLUMNS}; znaleziono: {found} {found|kolumna|kolumny|kolumn}; oczekiwano: {expected}: {columns}`,
  number_column: `${COLUMNS}; znaleziono: Number {found}; oczekiwano: liczba całkowita`,
  tsv_row: `${COLUMNS}; znaleziono: {found}; oczekiwano: id, tabulator i tekst`,
  json_entry: `${COLUMNS}; znaleziono: {found}; oczekiwano: "<number>": "text"`,
  member_absent: `${COLUMNS}; znaleziono: brak "{member}"; oczekiwano: pole "{member}"`,
  text_absent: `${COLUMNS}; znaleziono: brak "{member}"; oczekiwano: pole "{member}" z tekstem`,
  id_member: `${COLUMNS}; znaleziono: {found}; oczekiwano: pole "{member}"`,
  text_member: `${COLUMNS}; znaleziono: {found}; oczekiwano: pole "{member}" z tekstem`,
  file_member: `${COLUMNS}; znaleziono: {found}; oczekiwano: "file" z nazwą pliku`,
  number_member: `${COLUMNS}; znaleziono: {found}; oczekiwano: "number" z liczbą całkowitą od 1`,
  deleted_member: `${COLUMNS}; znaleziono: {found}; oczekiwano: "deleted" z wartością true lub false`,
  after_quote: 'znaki po zamkniętym cudzysłowie; znaleziono: {found}; oczekiwano: separator albo koniec linii',
  quote_open: 'pole w cudzysłowie nie jest zamknięte; znaleziono: koniec pliku; oczekiwano: cudzysłów zamykający',
  quote_too_long:
    'pole w cudzysłowie nie jest zamknięte; znaleziono: ponad {expected} {expected|znak|znaki|znaków}; oczekiwano: cudzysłów zamykający',

  document_start: 'dokument zaczyna się od czegoś innego; znaleziono: {found}; oczekiwano: "{opener}"',
  document_cut_off: 'dokument jest ucięty; znaleziono: koniec pliku; oczekiwano: koniec "{opener}"',
  after_document: 'po końcu dokumentu jest coś jeszcze; znaleziono: {found}; oczekiwano: nic',
  brackets: 'nawiasy nie mają pary; znaleziono: {found}; oczekiwano: koniec "{opener}"',
  element_missing: 'brakuje elementu; znaleziono: nic między dwoma przecinkami lub nawiasami; oczekiwano: element',
  element_too_long: `element jest za długi; ${OVER}; ${AT_MOST}`,
  element_no_text: `element nie jest tekstem; ${NO_UTF8}`,
  element_no_json: 'element nie jest w JSON; znaleziono: {found}; oczekiwano: ciąg znaków',
  element_no_object: 'element nie jest obiektem; znaleziono: {found}; oczekiwano: obiekt z polem "ID"',

  glossary_empty: `${COLUMNS}; znaleziono: pusty plik; oczekiwano: nagłówek z {columns}`,
  unknown_column: `${COLUMNS}; znaleziono: kolumna {found}; oczekiwano: kolumny {columns}`,
  column_twice: `${COLUMNS}; znaleziono: kolumna {found} dwa razy; oczekiwano: każda kolumna raz`,
  glossary_header: `${COLUMNS}; znaleziono: {found}; oczekiwano: nagłówek, w którym są co najmniej source i forms`,
  extra_columns: `linia ma za dużo kolumn; znaleziono: {found} {found|kolumna|kolumny|kolumn}; ${AT_MOST}`,
  term_twice: 'termin występuje dwa razy; znaleziono: {found}; oczekiwano: każdy termin raz (jest w linii {line})',
  unknown_choice: '{column} to jedno z: {choices}; znaleziono: {found}',
  no_yes_or_no: '{column} nie jest ani tak, ani nie; znaleziono: {found}; oczekiwano: true lub false',
  term_pattern: 'termin jest wzorcem; znaleziono: {found}; oczekiwano: słowo lub słowa — usuń wzorce z pliku',
  no_term: 'linia nie ma terminu; znaleziono: pusty termin; oczekiwano: termin',

  folder_unknown: 'nie ma pliku znanego rodzaju; znaleziono: {found}; oczekiwano jednego z: {shapes}',
  nothing_read: 'nie ma tekstu, który można odczytać; znaleziono: {found}; oczekiwano: choć jednego tekstu z kluczem',
  no_whole_utf16: 'tekst nie jest całym UTF-16; znaleziono: połowę znaku; oczekiwano: tekstu w UTF-16 albo UTF-8',
  named_charset:
    'plik podaje inne kodowanie; znaleziono: {found}; oczekiwano: UTF-8 — przekształci go iconv -f {charset} -t utf-8, potem podaj UTF-8 także w pliku',
  json5_syntax:
    'to JSON5, nie JSON; znaleziono: {found}; oczekiwano: nazw i tekstów w podwójnym cudzysłowie — zapisz plik jako JSON',
  nested_too_deep: `za dużo zagnieżdżono jedno w drugim; znaleziono: ponad {expected} {expected|poziom|poziomy|poziomów}; ${AT_MOST}`,
  json_syntax:
    'JSON jest źle zbudowany; znaleziono: {found}; oczekiwano: JSON, w którym mogą być komentarze i przecinki na końcu',
  key_columns: `${COLUMNS}; znaleziono: {found}; oczekiwano: nagłówek z kluczem ({keys}) i tekstem ({texts})`,
  xliff_xml: 'XML jest źle zbudowany; znaleziono: {found}; oczekiwano: XML, jaki zapisuje program do tłumaczenia',
  xliff_root: 'to nie jest XLIFF 1.2; znaleziono: {found}; oczekiwano: <xliff version="1.2">',
  xliff_empty: 'nie ma ani jednego wpisu; znaleziono: koniec pliku; oczekiwano: trans-unit',
  xliff_charset: 'plik podaje inne kodowanie; znaleziono: {found}; oczekiwano: UTF-8',
  xliff_too_long: 'wpis jest za długi; znaleziono: ponad {expected} znaków; oczekiwano: najwyżej {expected}',
  po_empty: 'nie ma ani jednego wpisu; znaleziono: koniec pliku; oczekiwano: msgid i msgstr',
  po_line:
    'linia nie jest z pliku PO; znaleziono: {found}; oczekiwano: komentarz albo słowo kluczowe, na przykład msgid',
  po_order:
    'słowo kluczowe nie na swoim miejscu; znaleziono: {found}; oczekiwano: msgctxt, msgid i msgstr w tej kolejności',
  po_no_msgstr: 'wpis nie ma tłumaczenia; znaleziono: {found}; oczekiwano: msgstr po msgid',
  po_string: 'tekst nie jest cały; znaleziono: {found}; oczekiwano: tekst w cudzysłowie',
  po_escape:
    'taka sekwencja ucieczki jest nieznana; znaleziono: {found}; oczekiwano: na przykład \\n, \\t, \\" lub \\\\',
  po_too_long: 'wpis jest za długi; znaleziono: ponad {expected} znaków; oczekiwano: najwyżej {expected}',
  po_charset:
    'nagłówek podaje inne kodowanie; znaleziono: {found}; oczekiwano: UTF-8 (plik przekształci msgconv -t UTF-8)',

  no_history: `to nie historia bazy; znaleziono: {found}; oczekiwano: ${HISTORY}`,
  history_empty: `plik jest pusty; znaleziono: ani jednej linii; oczekiwano: ${HISTORY}`,
  history_version:
    'ta wersja pliku jest nieznana; znaleziono: wersja {found}; oczekiwano: wersja {expected}; weź tego windrow, który zapisał plik, albo nowszego',
  history_cut_off: 'plik jest ucięty; znaleziono: brak ostatniej linii; oczekiwano: ostatnia linia z "end"',
  after_last_line: 'plik ciągnie się za swoją ostatnią linią; znaleziono: {found}; oczekiwano: jego koniec',
  rows_missing:
    'brakuje wierszy; znaleziono: {found} {found|wiersz|wiersze|wierszy}; oczekiwano: {expected}, jak mówi ostatnia linia',
  history_changed: 'plik zmieniono; znaleziono: inną zawartość; oczekiwano: tej, której SHA-256 jest w ostatniej linii',
  history_line: 'wiersz gry nie jest taki, jak trzeba; znaleziono: inną wartość; oczekiwano: {expected}',
  history_row: 'wiersz gry nie jest taki, jak trzeba, w {at}; znaleziono: inną wartość; oczekiwano: {expected}',
  history_label: 'linia pliku z etykietą nie jest taka, jak trzeba; znaleziono: inną wartość; oczekiwano: {expected}',
  row_twice: 'wiersz gry jest w pliku dwa razy; znaleziono: {found}; oczekiwano: każdy wiersz raz',
}
