// Ukrainian: webhooks.

export const WEBHOOKS: Readonly<Record<string, string>> = {
  Webhooks: 'Вебхуки',
  'The webhook is on. It goes on where it stopped.': 'Вебхук увімкнено. Він продовжить з того місця, де зупинився.',
  'The webhook is off. Nothing is sent to it.': 'Вебхук вимкнено. Йому нічого не надсилається.',
  'The webhook is removed.': 'Вебхук вилучено.',
  'added a webhook': 'додано вебхук',
  'switched a webhook on': 'увімкнено вебхук',
  'switched a webhook off': 'вимкнено вебхук',
  'removed a webhook': 'вилучено вебхук',
  'a webhook failed and was switched off': 'вебхук вимкнено через збої',
  'windrow switched off webhooks, because their receivers took nothing for a day or want no more: <code>{0}</code>. <a>Look at the webhooks</a>':
    'windrow вимкнув вебхуки, бо їхні отримувачі добу нічого не приймали або більше не хочуть: <code>{0}</code>. <a>Переглянути вебхуки</a>',
  'switched off by windrow: its receiver wants no more (410)': 'вимкнено windrow: отримувач більше не хоче (410)',
  'switched off by windrow: a day of failures': 'вимкнено windrow: доба збоїв',
  '{0} since {1}': '{0} з {1}',
  failing: 'збої',
  'answered with {0}': 'відповідь {0}',
  'none so far': 'ще не було',
  'Its secret is removed too; a new webhook gets another one.':
    'Буде вилучено і його секрет; новий вебхук отримає інший.',
  'Switch off': 'Вимкнути',
  'Switch on': 'Увімкнути',
  'Send a test': 'Надіслати пробу',
  Remove: 'Вилучити',
  'all kinds': 'усі види',
  'Made by <bdi>{0}</bdi>, {1}. Events: {2}. Last request: {3}. Events behind: {4}.':
    'Автор: <bdi>{0}</bdi>, {1}. Події: {2}. Останній запит: {3}. Ще не надіслано подій: {4}.',
  'New webhook': 'Новий вебхук',
  'The server sends each event from now on to this address, signed with a secret that is shown once. With it, windrow connects to another machine; without webhooks it never does.':
    'Відтепер сервер надсилатиме на цю адресу кожну подію з підписом, секрет якого показується один раз. Так windrow з’єднується з іншою машиною; без вебхуків цього не буває.',
  Address: 'Адреса',
  'Chat (Telegram only)': 'Чат (лише для Telegram)',
  'Only some kinds of events': 'Лише деякі види подій',
  Form: 'Форма',
  'There are none: the server connects to no other machine.': 'Немає жодного: сервер не з’єднується з іншими машинами.',
  'The secret of webhook {0} to <code>{1}</code>': 'Секрет вебхука {0} до <code>{1}</code>',
  'Copy it now: it is shown this once. The receiver checks the signature of each request with it.':
    'Скопіюйте його зараз: його показано один раз. Ним отримувач перевіряє підпис кожного запиту.',
  'The test: {0}.': 'Проба: {0}.',
}

/** Outcomes of requests (src/domain/webhook.ts). */
export const SAID_OF_REQUESTS: Readonly<Record<string, string>> = {
  delivered: 'доставлено',
  'not sent: http only leads to hosts that the configuration names in webhook_hosts':
    'не надіслано: http дозволено лише до серверів, названих у конфігурації (webhook_hosts)',
  'not sent: the name leads to an address that is not public': 'не надіслано: ім’я веде до непублічної адреси',
  'the name has no address': 'ім’я не має адреси',
  'no connection, or no answer in HTTP': 'немає з’єднання або відповіді HTTP',
  'the certificate is not valid for this name': 'сертифікат не чинний для цього імені',
  'no answer within 10 seconds': 'немає відповіді впродовж 10 секунд',
}
