// Ukrainian: what the audit calls the acts of people, and what runs of the site say of their way and of their end.
export const ACTS_AND_RUNS: Readonly<Record<string, string>> = {
  'signed in': 'вхід',
  'a sign-in was refused': 'відмова у вході',
  'set the server up': 'налаштування сервера',
  'added a person': 'додано людину',
  'joined by an invite': 'приєднання за запрошенням',
  'changed a role': 'змінено роль',
  'changed a state': 'змінено стан',
  'changed a quota': 'змінено квоту',
  'changed a password': 'змінено пароль',
  'made an invite link': 'створено запрошення',
  'revoked an invite link': 'відкликано запрошення',
  'made a key': 'створено ключ',
  'replaced the secret of a key': 'замінено секрет ключа',
  'revoked a key': 'відкликано ключ',
  'switched a key on': 'увімкнено ключ',
  'switched a key off': 'вимкнено ключ',
  'changed what a key may do': 'змінено права ключа',
  'changed the daily limits of a key': 'змінено денні обмеження ключа',
  'changed a setting': 'змінено налаштування',
  'removed a term': 'вилучено термін',
  'changed the glossary': 'змінено словник',
  'imported by upload': 'імпорт завантаженого',
  'merged a store': 'злито сховище',
  'took texts back': 'відкликано тексти',
  'removed a comment': 'вилучено коментар',
  address: 'адреса',
  role: 'роль',
  before: 'було',
  now: 'стало',
  state: 'стан',
  'invited by': 'запросив',
  'dry run': 'проба',
  run: 'запуск',
  comment: 'коментар',
  row: 'рядок',
  yes: 'так',
  no: 'ні',
  'How many': 'Кількість',
  h: 'год',
  min: 'хв',
  s: 'с',
  '{0}: rows {1}': '{0}: рядків {1}',
  '{0}: {1} of {2} rows': '{0}: рядків {1} з {2}',
  '{0} rows a second': '{0} за секунду',
  '{0} left': 'лишилося {0}',
  keep: 'лишати (keep)',
  free: 'вільно (free)',
}

/** As the command said them. */
export const SAID_BY_RUNS: Readonly<Record<string, string>> = {
  'waiting for its turn': 'чекає своєї черги',
  'reading {0}': 'читаємо {0}',
  'comparing rows': 'порівнюємо рядки',
  'comparing references': 'порівнюємо китайські тексти',
  'writing rows': 'записуємо рядки',
  'writing translations': 'записуємо переклади',
  merging: 'зливаємо',
  reverting: 'відкликаємо',
  import: 'імпорт',
  interrupted: 'перервано',
  'it was stopped before its end; nothing half done is left, so start it again':
    'його зупинено до кінця; нічого наполовину зробленого не лишилося, тож почніть знову',
  'the disk is full; nothing was changed: free some space and try again':
    'на диску немає місця; нічого не змінено: звільніть місце й спробуйте ще раз',
  '{0}, {1}: {2}; found {3}, expected {4}; nothing was changed':
    '{0}, {1}: {2}; знайдено: {3}; очікувалося: {4}; нічого не змінено',
  '{0}, {1}: its shape is not known; found {2}, expected one of: {3}; nothing was changed':
    '{0}: вид файлу невідомий; знайдено: {2}; очікувалося одне з такого: {3}; нічого не змінено',
  '{0}, {1}: {2}; found {3}, expected {4}; nothing was changed; --skip-damaged imports the rest':
    '{0}, {1}: {2}; знайдено: {3}; очікувалося: {4}; нічого не змінено; позначте пропуск пошкодженого, щоб імпортувати решту',
  '{0} of {1} rows would have no source left, so this looks like the wrong file; nothing was changed (--allow-retire imports it all the same)':
    'без оригіналу лишилося б рядків: {0} з {1}, тож це, схоже, не той файл; нічого не змінено',
  "{0}: this is a translated file made by windrow; give the game's untouched file (--force imports it all the same)":
    '{0}: це перекладений файл, який зробив windrow; дайте незмінений файл гри',
  '{0} may not import: that takes an active admin or super admin':
    '{0} не може імпортувати: для цього потрібен активний адміністратор або суперадміністратор',
  '{0}; the game files are imported, the translations are as they were: import the translations again':
    '{0}; файли гри імпортовано, переклади лишилися, як були: імпортуйте переклади ще раз',
}
