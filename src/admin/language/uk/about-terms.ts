// Ukrainian: terms that people and agents propose, and how the texts translate a term (src/admin/pages/game).
export const TERMS: Readonly<Record<string, string>> = {
  'suggestion|suggestions': 'пропозиція до словника|пропозиції до словника|пропозицій до словника',
  Suggestions: 'Пропозиції до словника',
  'Your latest suggestions': 'Ваші останні пропозиції',
  'Propose a term': 'Запропонувати термін',
  'Propose the term': 'Запропонувати',
  'Add to the glossary': 'Додати до словника',
  'An admin accepts it, changes it or says why not.': 'Адміністратор прийме його, змінить або скаже, чому ні.',
  changed: 'змінено',
  'Decide on what is suggested: {0}': 'Розглянути запропоноване: {0}',
  'Nothing is suggested. People propose terms in the glossary and the workbench, agents terms and labels with their keys.':
    'Нічого не запропоновано. Люди пропонують терміни зі словника та робочого місця, агенти зі своїми ключами – терміни й мітки.',
  'Term: <bdi>{0}</bdi>': 'Термін: <bdi>{0}</bdi>',
  'Why, for who suggested it': 'Чому (побачить той, хто запропонував)',
  'Rejected. Your reason is told.': 'Відхилено. Автор пропозиції прочитає причину.',
  'The term is proposed. An admin decides on it.': 'Термін запропоновано. Рішення за адміністратором.',
  'Nothing was changed: that term is in the glossary or proposed already.':
    'Нічого не змінено: цей термін уже є у словнику або запропонований.',
  '{0} of your suggestions wait; propose more when some are decided':
    '{0} {0|ваша пропозиція чекає|ваші пропозиції чекають|ваших пропозицій чекають}; пропонуйте далі, коли частину розглянуть',
  '{0} suggestions wait; propose more when some are decided':
    '{0} {0|пропозиція чекає|пропозиції чекають|пропозицій чекають}; пропонуйте далі, коли частину розглянуть',
  proposed: 'запропоновано',
  'No terms yet. Propose some; an admin adds them.': 'Термінів ще немає. Пропонуйте; додасть їх адміністратор.',
  'a term is missing': 'бракує терміна',
  'Term in the source': 'Термін в оригіналі',
  'Text has': 'У тексті є',
  'Text lacks': 'У тексті немає',
  'otherwise: {0}': 'інакше: {0}',
  'all rows without <bdi>{0}</bdi>': 'усі рядки без <bdi>{0}</bdi>',
  'Replace the translation of a term': 'Замінити переклад терміна',
  'An earlier translation in the texts': 'Попередній переклад у текстах',
  'Other words that texts have for it': 'Інші слова, якими його передають тексти',
  'Find rows': 'Знайти рядки',
  'In the case and number that stand there; rows where these are not clear stay as they are. First you see how many texts it is, and all of it is undone in one step. Words beside it that agree with it stay as they are.':
    'У тому відмінку й числі, які там стоять; рядки, де це неясно, не змінюються. Спершу видно, скількох текстів це стосується, і все можна відкликати одним кроком. Слова поруч, узгоджені з ним, лишаються як є.',
  'Or a model translates the machine texts anew: <code>windrow translate --endpoint URL --model NAME --filter "{0}"</code>':
    'Або модель перекладе машинні тексти наново: <code>windrow translate --endpoint URL --model НАЗВА --filter "{0}"</code>',
}
