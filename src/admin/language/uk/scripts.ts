// Ukrainian: texts of the scripts in the browser (src/admin/assets/*.js).
export const SCRIPTS: Readonly<Record<string, string>> = {
  '{0}-{1}-{2} {3}:{4}': '{2}.{1}.{0} {3}:{4}',
  'your time': 'ваш час',
  'Something came in: show it': 'Дещо надійшло: показати',
  Copied: 'Скопійовано',
  'Selected: press Ctrl+C': 'Виділено: натисніть Ctrl+C',
  'Not checked: the server did not answer. It checks again when you save.':
    'Не перевірено: сервер не відповів. Він перевірить ще раз, коли ви збережете.',
  'Checking…': 'Перевіряємо…',
  'Read the list from a file': 'Прочитати список із файлу',
  'What you typed {0} is back; it is not saved yet.': 'Повернуто набране {0}; його ще не збережено.',
  'What you typed {0} is kept, but the saved text has changed since then.':
    'Набране {0} збережено в цьому браузері, але сам текст відтоді змінився.',
  'Put it back': 'Повернути',
  'You typed on while it was being saved. Those words are kept at that text, as a draft.':
    'Ви писали далі, поки текст зберігався. Ці слова лишилися чернеткою біля того тексту.',
  'Saving…': 'Зберігаємо…',
  'Throw it away': 'Відкинути',
  'Approve, or: it still fits': 'Схвалити, або: досі підходить',
  'Mark a machine text as reviewed': 'Позначити машинний переклад переглянутим',
  Edit: 'Редагувати',
  'Reject: Enter takes the last reason, typing replaces it':
    'Відхилити: Enter підставляє останню причину, введення тексту замінює її',
  'Skip to the next': 'Пропустити до наступного',
  'Back to the one before': 'Назад до попереднього',
  'Give the row a label': 'Дати рядкові мітку',
  'Undo what was just done': 'Скасувати щойно зроблене',
  'This sheet': 'Ця підказка',
  'Save and next': 'Зберегти й далі',
  'Insert the first … ninth tag': 'Вставити перший … дев’ятий тег',
  'Copy the source into the field': 'Скопіювати оригінал у поле',
  'Take the text of the same source or of a similar one; again: the next':
    'Узяти текст такого самого оригіналу або схожого; ще раз — наступний',
  'See how words of the source were put elsewhere': 'Подивитися, як слова оригіналу перекладено деінде',
  'Leave the field': 'Вийти з поля',
  Keys: 'Клавіші',
  'Letters are places on the keyboard: they work in every layout.':
    'Літери — це місця на клавіатурі: вони працюють у будь-якій розкладці.',
  'Single letters do something': 'Окремі літери — це команди',
  Close: 'Закрити',
  'The server did not answer; nothing was lost. Try again.':
    'Сервер не відповів; нічого не втрачено. Спробуйте ще раз.',
  'The server takes no more just now. This is checked again by itself in {0} s.':
    'Сервер поки що більше не приймає. Перевіримо ще раз самі за {0} с.',
  'Go into the field': 'Перейти в поле',
  'The server takes no more just now. This is sent again by itself in {0} s.':
    'Сервер поки що більше не приймає. Це надішлеться знову саме через {0} с.',
  'Your text is not saved, so single letters do nothing. Save it, or put it back as it was.':
    'Ваш текст не збережено, тож окремі літери нічого не роблять. Збережіть його або поверніть, як було.',
  'The model is writing…': 'Модель пише…',
  'Ask for a machine draft; again: take it': 'Попросити машинну чернетку; ще раз — вставити її',
  'Thank the author of the text that was just approved': 'Подякувати авторові щойно схваленого тексту',
}
