// Ukrainian: words of the domain, notes after a change, times (src/admin/words.ts, notes.ts, news.ts).
//
// Terms to keep to on every page:
//   row рядок · source оригінал · translation переклад · proposal пропозиція · reviewer рецензент · review рецензування ·
//   checks перевірки · waived знято · draft чернетка · reviewed переглянуто · approved схвалено · rejected відхилено ·
//   stale застарілий · fresh актуальний · manual text ручний переклад · machine text машинний переклад · layer шар ·
//   glossary словник термінів (in the menu «Словник») · term термін · workbench робоче місце · take back відкликати ·
//   store сховище · service row службовий рядок · key ключ · agent агент · audit журнал · freshness актуальність ·
//   inconsistency розбіжність · token {0}, <b>: quoted, without a word for it
// People are addressed as «ви», in lower case; quotation marks are «».
export const WORDS: Readonly<Record<string, string>> = {
  User: 'Користувач',
  Translator: 'Перекладач',
  Moderator: 'Модератор',
  Admin: 'Адміністратор',
  'Super admin': 'Суперадміністратор',
  active: 'активний',
  blocked: 'заблокований',
  deactivated: 'вимкнений',
  deleted: 'видалений',
  'Manual text': 'Ручний переклад',
  'Machine text': 'Машинний переклад',
  draft: 'чернетка',
  reviewed: 'переглянуто',
  approved: 'схвалено',
  rejected: 'відхилено',
  invalid: 'некоректно',
  pending: 'очікує',
  'nobody has looked at it yet': 'його ще ніхто не переглядав',
  'a reviewer looked at it': 'рецензент його переглянув',
  'a reviewer stands by it': 'рецензент за нього ручається',
  'a reviewer turned it down; it stays out of the game': 'рецензент його відхилив; до гри він не потрапляє',
  'it breaks the markup of the source; it stays out of the game':
    'він ламає розмітку оригіналу; до гри він не потрапляє',
  'it waits for a reviewer': 'чекає на рецензента',
  fresh: 'актуальний',
  stale: 'застарілий',
  unverified: 'неперевірений',
  'made for the source as it is now': 'зроблений для нинішнього оригіналу',
  'the source has changed since; it stays out of the game until somebody confirms it':
    'оригінал відтоді змінився; до гри він не потрапить, доки хтось його не підтвердить',
  'made for this source, but nobody checked that': 'зроблений для цього оригіналу, але ніхто цього не перевірив',
  'a person': 'людина',
  'a machine, over the API': 'машина, через API',
  'a localized game file': 'перекладений файл гри',
  'the legacy API, source unknown': 'старий API, оригінал невідомий',
  Manual: 'Ручний',
  'Manual, stale': 'Ручний, застарілий',
  Machine: 'Машинний',
  'Machine, stale': 'Машинний, застарілий',
  Untranslated: 'Без перекладу',
  'No text': 'Без тексту',
  '{0}-{1}-{2} {3}:{4}': '{2}.{1}.{0} {3}:{4}',
  '{0}-{1}-{2}': '{2}.{1}.{0}',
  'just now': 'щойно',
  '{0} min': '{0} хв',
  '{0} h': '{0} год',
  '{0} days': '{0} {0|день|дні|днів}',

  'You are signed out.': 'Ви вийшли.',
  'You are signed out here and everywhere else.': 'Ви вийшли тут і всюди.',
  'The password is changed. Sessions in other browsers have ended.':
    'Пароль змінено. Сеанси в інших браузерах завершено.',
  'The password is set. Pass it on in a safe way; all sessions of that person have ended.':
    'Пароль установлено. Передайте його безпечним способом; усі сеанси цієї людини завершено.',
  'The key is deleted. Whoever still sends it gets 401 from now on.':
    'Ключ видалено. Хто й далі його надсилає, відтепер отримує 401.',
  'The key is revoked. Whoever still sends it gets 401 from now on.':
    'Ключ відкликано. Хто й далі його надсилає, відтепер отримує 401.',
  'The key is deactivated. Its requests are refused until it is activated again.':
    'Ключ вимкнено. Його запити відхилятимуться, доки його знову не ввімкнуть.',
  'The key is active again.': 'Ключ знову активний.',
  'The key is changed. It takes effect at its next request.': 'Ключ змінено. Зміни почнуть діяти з наступного запиту.',
  'Saved. It takes effect at the next request.': 'Збережено. Почне діяти з наступного запиту.',
  'Nothing was changed.': 'Нічого не змінено.',
  'Saved as the manual translation.': 'Збережено як ручний переклад.',
  'The current translation was approved by somebody else, so your text became a proposal; a reviewer will look at it.':
    'Нинішній переклад схвалив хтось інший, тому ваш текст став пропозицією; рецензент його перегляне.',
  'Nothing was changed: that text is there already.': 'Нічого не змінено: цей текст там уже є.',
  'The filter is saved. You find it above the list.': 'Фільтр збережено. Він над списком.',
  'The filter has its new name.': 'Фільтр має нову назву.',
  'The filter is deleted.': 'Фільтр видалено.',
  'The person is added.': 'Людину додано.',
  'Saved.': 'Збережено.',
  'The term is saved.': 'Термін збережено.',
  'The term is deleted.': 'Термін видалено.',
  'What it changed, and the work it made': 'Що він змінив і яку роботу додав',
  'The brief is saved.': 'Настанови збережено.',
  'The glossary is imported.': 'Словник термінів імпортовано.',

  '{0} approved': '{0} — схвалено',
  '{0} rejected': '{0} — відхилено',
  // After a verb: «схвалено 1 пропозицію».
  'proposal|proposals': 'пропозицію|пропозиції|пропозицій',
  '{0} of yours decided since you looked: {1}': 'Від минулого перегляду розглянуто {0} з ваших: {1}',
  'Show all, and take this away': 'Показати всі й прибрати це',
  'Seen: take this away': 'Бачу, прибрати',
  '<span>{0}</span> <a>Proposal {1}</a> by {2}, {3} {4}': '<span>{0}</span> <a>Пропозиція {1}</a>: {2}, {3} {4}',
  somebody: 'хтось',
  'Write it anew': 'Написати заново',
  'comment names you|comments name you': 'коментар згадує вас|коментарі згадують вас|коментарів згадують вас',
  Comment: 'Коментар',
  'Welcome. You are one of the team now.': 'Вітаємо. Тепер ви в команді.',
  'The invite is taken back. Its link opens nothing any more.':
    'Запрошення відкликано. Його посилання більше нічого не відкриває.',
  'Your comment is there.': 'Ваш коментар додано.',
  'The comment is deleted.': 'Коментар видалено.',
}
