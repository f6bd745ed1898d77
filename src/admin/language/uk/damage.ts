// Ukrainian: damage in a file, and its place (English: src/formats/damage.ts).
import type { Place, Problem } from '../../../app/refused.ts'

export const PLACES_OF_DAMAGE: Readonly<Record<Place['at'], string>> = {
  file: '',
  byte: 'байт {byte}',
  offset: 'байт {byte} (зміщення блоку {block})',
  line: 'рядок {line}',
  entry: 'запис {entry}',
  block: 'блок {block} на байті {byte}',
  slot: 'блок {block} на байті {byte}, комірка {slot}',
  index: 'блок {block} на байті {byte} (покажчик)',
  overlay_index: 'блок 0 (покажчик)',
  inflated: 'розпаковані дані {compression}',
}

const BYTES = '{found} {found|байт|байти|байтів}'
const AT_LEAST = 'очікувалося: щонайменше {expected}'
const AT_MOST = 'очікувалося: щонайбільше {expected}'
const OVER = 'знайдено: понад {expected} {expected|байт|байти|байтів}'
const COUNT = `знайдено: {found}; ${AT_MOST}`
const NO_UTF8 = 'знайдено: байти, що не є UTF-8; очікувалося: текст в UTF-8'
const ZSTD = 'дані zstd пошкоджено'
const FRAME = 'кадр zstd пошкоджено'
const ONE_FRAME = 'очікувалося: один кадр на {expected} {expected|байт|байти|байтів}'
const COLUMNS = 'рядок не має потрібних стовпців'
const UNKNOWN_SHAPE = 'вид файлу невідомий'
const ONE_OF = 'очікувалося одне з такого: {shapes}'
const HISTORY = 'файл, який записала windrow export --to FILE --with-history'

export const DAMAGE: Readonly<Record<Problem['problem'], string>> = {
  changed: 'змінився, поки його читали; зачекайте, доки програма, яка його пише, закінчить, і спробуйте ще раз',
  no_regular_file: '— не звичайний файл, а читати його треба кілька разів; збережіть його як файл і дайте той',

  header_cut_off: `заголовок обрізано; знайдено: ${BYTES}; ${AT_LEAST}`,
  no_container: 'це не контейнер гри; знайдено: {found}; очікувалося: EF BE AD DE',
  byte_swapped: 'це не контейнер гри; знайдено: {found} (байти навпаки: файл big-endian); очікувалося: EF BE AD DE',
  container_version: 'невідома версія; знайдено: {found}; очікувалося: {expected}',
  no_blocks: 'у контейнері немає блоків; знайдено: 0; очікувалося: щонайменше 1',
  reserved_word: 'зарезервоване слово не нуль; знайдено: {found}; очікувалося: 0',
  offset_table:
    'таблиця зміщень виходить за кінець файлу; знайдено: {blocks} {blocks|блок|блоки|блоків} у {found} {found|байті|байтах|байтах}; очікувалося: {expected} {expected|байт|байти|байтів} чи більше',
  too_many_blocks: `забагато блоків; ${COUNT}`,
  offsets_descend: `зміщення спадають; знайдено: {found}; ${AT_LEAST}`,
  block_past_end: `блок виходить за кінець файлу; ${COUNT}`,
  after_last_block: `байти після останнього блоку; знайдено: ${BYTES}; очікувалося: нічого`,
  index_cut_off: `покажчик обрізано; знайдено: ${BYTES}; ${AT_LEAST}`,
  no_shards: 'покажчик не називає шардів; знайдено: shardCount 0; очікувалося: щонайменше 1',
  index_length: `довжина покажчика не та, яка потрібна його шардам; знайдено: ${BYTES}; очікувалося: {expected} для {shards} {shards|шарда|шардів|шардів}`,
  block_missing: 'шард {shard} називає блок, якого немає; знайдено: блок {found}; очікувалося: від 1 до {expected}',
  block_named_twice:
    'блок названо двічі; знайдено: блок {found} для шардів {first} і {second}; очікувалося: один шард на блок',
  block_unnamed:
    'блок, якого не називає жоден шард; знайдено: блок {found}; очікувалося: кожен блок названий одним шардом',
  overlay_of_another:
    'diff не належить до {main}; знайдено: {found} {found|шард|шарди|шардів}; очікувалося: {expected}, як у {main}',

  block_too_short: `блок закороткий; знайдено: ${BYTES}; ${AT_LEAST}`,
  codec: 'невідомий спосіб стиснення; знайдено: {found}; очікувалося: {expected} (zstd)',
  packed_size: 'packedSize не відповідає блоку; знайдено: {found}; очікувалося: {expected}',
  packed_too_large: `packedSize завелике; ${COUNT}`,
  unpacked_too_large: `unpackedSize завелике; ${COUNT}`,
  unpacked_size:
    'unpackedSize не відповідає тому, що розпаковано; знайдено: {found} за заголовком; очікувалося: {expected}, як розпаковано',
  unpacked_more:
    'unpackedSize не відповідає тому, що розпаковано; знайдено: {found} за заголовком; очікувалося: більше, як розпаковано',
  after_frame: `${FRAME}; знайдено: ${BYTES} після кадру; ${ONE_FRAME}`,
  frame_not_whole: `${FRAME}; знайдено: байти, що не є цілим кадром; ${ONE_FRAME}`,
  frame_not_inflating: `${FRAME}; знайдено: {found}; очікувалося: кадр, який розпаковується`,
  too_much_damaged: `пошкоджено забагато, щоб це пропустити; знайдено: понад {expected} {expected|пошкоджене місце|пошкоджені місця|пошкоджених місць}; ${AT_MOST}`,
  too_many_inflated: `файл розпаковується на забагато байтів; ${COUNT}`,
  too_much_text: `тексти файлу мають забагато байтів; ${COUNT}`,
  too_many_entries: `забагато записів; ${COUNT}`,

  shard_cut_off: `шард обрізано; знайдено: ${BYTES}; ${AT_LEAST}`,
  capacity_too_large: `місткість завелика; ${COUNT}`,
  capacity: 'місткість не 2^k − 1; знайдено: {found}; очікувалося: 1, 3, 7, 15 …',
  no_room_for_slots: `немає місця для комірок; знайдено: ${BYTES}; ${AT_LEAST} для місткості {capacity}`,
  sentinel: 'хибна межа після керівних байтів; знайдено: {found}; очікувалося: {expected}',
  control_byte: 'керівний байт не означає ні порожнє, ні зайняте; знайдено: {found}; очікувалося: від 0x00 до 0x80',
  key_in_wrong_shard: 'ключ не у своєму шарді; знайдено: {key}, ключ шарда {found}; очікувалося: ключ шарда {expected}',
  key_twice: 'ключ трапляється двічі; знайдено: {found}; очікувалося: кожен ключ один раз',
  value_outside:
    'значення лежить поза місцем для значень; знайдено: байти шарда від {from} до {to}; очікувалося: байти від {start} до {end}',
  values_overlap: `значення перекриваються; ${OVER} тексту в {found} {found|байті|байтах|байтах}; очікувалося: значення одне за одним`,
  value_no_text:
    'значення не є текстом; знайдено: байти, що не є UTF-8; очікувалося: UTF-8 або єдиний байт 0xFF позначки вилучення',

  file_too_large: `файл завеликий; ${OVER}; ${AT_MOST}`,
  packed_file_too_large: `файл завеликий; ${OVER}; ${AT_MOST}, або той самий файл розпакованим`,
  compression: 'дані {compression} пошкоджено; знайдено: {found}; очікувалося: цілий файл {compression}',
  zstd_frames: `${ZSTD}; знайдено: понад {expected} {expected|кадр|кадри|кадрів}; очікувалося: файл, стиснений меншою кількістю частин`,
  zstd_cut_off: `${ZSTD}; знайдено: обрізаний кадр; очікувалося: цілі кадри до кінця`,
  zstd_no_frame: `${ZSTD}; знайдено: байти, які не починають кадру; очікувалося: кадр zstd або кінець файлу`,

  shape_empty: `${UNKNOWN_SHAPE}; знайдено: порожній файл; ${ONE_OF}`,
  shape_container: `${UNKNOWN_SHAPE}; знайдено: контейнер гри (спершу розпакуйте його); ${ONE_OF}`,
  shape_utf16: `${UNKNOWN_SHAPE}; знайдено: текст в UTF-16 (збережіть його в UTF-8); ${ONE_OF}`,
  shape_bytes: `${UNKNOWN_SHAPE}; знайдено: байти {found}; ${ONE_OF}`,
  shape_text: `${UNKNOWN_SHAPE}; знайдено: файл, що починається з {found}; ${ONE_OF}`,

  line_too_long: `рядок задовгий; ${OVER}; ${AT_MOST}`,
  line_no_text: `рядок не є текстом; ${NO_UTF8}`,
  line_no_object: 'рядок не є об’єктом JSON; знайдено: {found}; очікувалося: один об’єкт на рядок',
  header_missing: 'немає заголовка; знайдено: {found}; очікувалося: ID<TAB>OriginalText',
  no_id: 'це не id; знайдено: {found}; очікувалося: 16 шістнадцяткових цифр',
  no_decimal_id: 'це не id; знайдено: {found}; очікувалося: 64-бітове число в десятковому записі',
  id_twice: 'id трапляється двічі; знайдено: {found}; очікувалося: кожен id один раз',
  text_too_long: `текст задовгий; знайдено: ${BYTES}; ${AT_MOST}`,
  text_no_unicode: 'текст не в Юнікоді; знайдено: непарний сурогат; очікувалося: цілі знаки',
  column_count: `${COLUMNS}; знайдено: {found} {found|стовпець|стовпці|стовпців}; очікувалося: {expected}: {columns}`,
  number_column: `${COLUMNS}; знайдено: Number {found}; очікувалося: ціле число`,
  tsv_row: `${COLUMNS}; знайдено: {found}; очікувалося: id, табуляція й текст`,
  json_entry: `${COLUMNS}; знайдено: {found}; очікувалося: "<number>": "text"`,
  member_absent: `${COLUMNS}; знайдено: немає "{member}"; очікувалося: поле "{member}"`,
  text_absent: `${COLUMNS}; знайдено: немає "{member}"; очікувалося: поле "{member}" з текстом`,
  id_member: `${COLUMNS}; знайдено: {found}; очікувалося: поле "{member}"`,
  text_member: `${COLUMNS}; знайдено: {found}; очікувалося: поле "{member}" з текстом`,
  file_member: `${COLUMNS}; знайдено: {found}; очікувалося: "file" з назвою файлу`,
  number_member: `${COLUMNS}; знайдено: {found}; очікувалося: "number" з цілим числом від 1`,
  deleted_member: `${COLUMNS}; знайдено: {found}; очікувалося: "deleted" зі значенням true або false`,
  after_quote: 'знаки після закритих лапок; знайдено: {found}; очікувалося: розділювач або кінець рядка',
  quote_open: 'поле в лапках не закрито; знайдено: кінець файлу; очікувалося: лапки, що закривають',
  quote_too_long:
    'поле в лапках не закрито; знайдено: понад {expected} {expected|знак|знаки|знаків}; очікувалося: лапки, що закривають',

  document_start: 'документ починається з чогось іншого; знайдено: {found}; очікувалося: "{opener}"',
  document_cut_off: 'документ обрізано; знайдено: кінець файлу; очікувалося: кінець "{opener}"',
  after_document: 'після кінця документа є ще щось; знайдено: {found}; очікувалося: нічого',
  brackets: 'дужки не мають пари; знайдено: {found}; очікувалося: кінець "{opener}"',
  element_missing: 'бракує елемента; знайдено: нічого між двома комами чи дужками; очікувалося: елемент',
  element_too_long: `елемент задовгий; ${OVER}; ${AT_MOST}`,
  element_no_text: `елемент не є текстом; ${NO_UTF8}`,
  element_no_json: 'елемент не в JSON; знайдено: {found}; очікувалося: рядок',
  element_no_object: 'елемент не є об’єктом; знайдено: {found}; очікувалося: об’єкт із полем "ID"',

  glossary_empty: `${COLUMNS}; знайдено: порожній файл; очікувалося: заголовок із {columns}`,
  unknown_column: `${COLUMNS}; знайдено: стовпець {found}; очікувалося: стовпці {columns}`,
  column_twice: `${COLUMNS}; знайдено: стовпець {found} двічі; очікувалося: кожен стовпець один раз`,
  glossary_header: `${COLUMNS}; знайдено: {found}; очікувалося: заголовок, у якому є принаймні source і forms`,
  extra_columns: `рядок має забагато стовпців; знайдено: {found} {found|стовпець|стовпці|стовпців}; ${AT_MOST}`,
  term_twice: 'термін трапляється двічі; знайдено: {found}; очікувалося: кожен термін один раз (він є в рядку {line})',
  unknown_choice: '{column} — одне з: {choices}; знайдено: {found}',
  no_yes_or_no: '{column} — не так і не ні; знайдено: {found}; очікувалося: true або false',
  term_pattern: 'термін є шаблоном; знайдено: {found}; очікувалося: слово чи слова — приберіть шаблони з файлу',
  no_term: 'рядок не має терміна; знайдено: порожній термін; очікувалося: термін',

  key_too_long: `ключ задовгий; знайдено: ${BYTES}; ${AT_MOST}`,
  nested_too_deep: `забагато вкладено одне в одне; знайдено: понад {expected} {expected|рівень|рівні|рівнів}; ${AT_MOST}`,
  json_syntax:
    'JSON побудовано неправильно; знайдено: {found}; очікувалося: JSON, у якому можуть бути коментарі й коми наприкінці',
  key_columns: `${COLUMNS}; знайдено: {found}; очікувалося: заголовок із ключем ({keys}) і текстом ({texts})`,
  xliff_xml: 'XML побудовано неправильно; знайдено: {found}; очікувалося: XML, який пише програма для перекладу',
  xliff_root: 'це не XLIFF 1.2; знайдено: {found}; очікувалося: <xliff version="1.2">',
  xliff_empty: 'немає жодного запису; знайдено: кінець файлу; очікувалося: trans-unit',
  xliff_charset: 'файл називає інше кодування; знайдено: {found}; очікувалося: UTF-8',
  xliff_too_long: 'запис задовгий; знайдено: понад {expected} символів; очікувалося: щонайбільше {expected}',
  po_empty: 'немає жодного запису; знайдено: кінець файлу; очікувалося: msgid і msgstr',
  po_line: 'рядок не з файлу PO; знайдено: {found}; очікувалося: коментар або ключове слово, як-от msgid',
  po_order:
    'ключове слово не на своєму місці; знайдено: {found}; очікувалося: msgctxt, msgid і msgstr у такому порядку',
  po_no_msgstr: 'запис не має перекладу; знайдено: {found}; очікувалося: msgstr після msgid',
  po_string: 'текст не цілий; знайдено: {found}; очікувалося: текст у лапках',
  po_escape: 'така екранована послідовність невідома; знайдено: {found}; очікувалося: наприклад \\n, \\t, \\" або \\\\',
  po_too_long: 'запис задовгий; знайдено: понад {expected} символів; очікувалося: щонайбільше {expected}',
  po_charset:
    'заголовок називає інше кодування; знайдено: {found}; очікувалося: UTF-8 (файл перетворює msgconv -t UTF-8)',

  no_history: `це не історія сховища; знайдено: {found}; очікувалося: ${HISTORY}`,
  history_empty: `файл порожній; знайдено: жодного рядка; очікувалося: ${HISTORY}`,
  history_version:
    'ця версія файлу невідома; знайдено: версія {found}; очікувалося: версія {expected}; візьміть той windrow, що записав файл, або новіший',
  history_cut_off: 'файл обрізано; знайдено: немає останнього рядка; очікувалося: останній рядок з "end"',
  after_last_line: 'файл триває після свого останнього рядка; знайдено: {found}; очікувалося: його кінець',
  rows_missing:
    'бракує рядків; знайдено: {found} {found|рядок|рядки|рядків}; очікувалося: {expected}, як каже останній рядок',
  history_changed: 'файл змінено; знайдено: інший вміст; очікувалося: той, чий SHA-256 в останньому рядку',
  history_line: 'рядок гри не такий, як має бути; знайдено: інше значення; очікувалося: {expected}',
  history_row: 'рядок гри не такий, як має бути, у {at}; знайдено: інше значення; очікувалося: {expected}',
  history_label: 'рядок файлу з міткою не такий, як має бути; знайдено: інше значення; очікувалося: {expected}',
  row_twice: 'рядок гри є у файлі двічі; знайдено: {found}; очікувалося: кожен рядок один раз',
}
