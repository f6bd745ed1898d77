// Polish: terms that people and agents propose, and how the texts translate a term (src/admin/pages/game).
export const TERMS: Readonly<Record<string, string>> = {
  'suggestion|suggestions': 'sugestia|sugestie|sugestii',
  Suggestions: 'Sugestie',
  'Your latest suggestions': 'Twoje ostatnie sugestie',
  'Propose a term': 'Zaproponuj termin',
  'Propose the term': 'Zaproponuj',
  'Add to the glossary': 'Dodaj do słownika',
  'An admin accepts it, changes it or says why not.': 'Administrator go przyjmie, zmieni albo powie, dlaczego nie.',
  changed: 'zmieniono',
  'Decide on what is suggested: {0}': 'Rozpatrz to, co zasugerowano: {0}',
  'Nothing is suggested. People propose terms in the glossary and the workbench, agents terms and labels with their keys.':
    'Nie ma sugestii. Ludzie proponują terminy w słowniku i w warsztacie, agenty swoimi kluczami – terminy i etykiety.',
  'Term: <bdi>{0}</bdi>': 'Termin: <bdi>{0}</bdi>',
  'Why, for who suggested it': 'Dlaczego (przeczyta to autor sugestii)',
  'Rejected. Your reason is told.': 'Odrzucono. Autor sugestii przeczyta powód.',
  'The term is proposed. An admin decides on it.': 'Termin zaproponowano. Zdecyduje administrator.',
  'Nothing was changed: that term is in the glossary or proposed already.':
    'Nic nie zmieniono: ten termin jest już w słowniku albo został zaproponowany.',
  '{0} of your suggestions wait; propose more when some are decided':
    '{0} {0|twoja sugestia czeka|twoje sugestie czekają|twoich sugestii czeka}; zaproponuj więcej, gdy część będzie rozpatrzona',
  '{0} suggestions wait; propose more when some are decided':
    '{0} {0|sugestia czeka|sugestie czekają|sugestii czeka}; zaproponuj więcej, gdy część będzie rozpatrzona',
  proposed: 'zaproponowano',
  'No terms yet. Propose some; an admin adds them.': 'Nie ma jeszcze terminów. Proponuj je; doda je administrator.',
  'a term is missing': 'brakuje terminu',
  'Term in the source': 'Termin w źródle',
  'Text has': 'Tekst zawiera',
  'Text lacks': 'Tekst nie zawiera',
  'otherwise: {0}': 'inaczej: {0}',
  'all rows without <bdi>{0}</bdi>': 'wszystkie wiersze bez <bdi>{0}</bdi>',
  'Replace the translation of a term': 'Zamień tłumaczenie terminu',
  'An earlier translation in the texts': 'Dawne tłumaczenie w tekstach',
  'Other words that texts have for it': 'Inne słowa, którymi oddają go teksty',
  'Find rows': 'Znajdź wiersze',
  'In the case and number that stand there; rows where these are not clear stay as they are. First you see how many texts it is, and all of it is undone in one step. Words beside it that agree with it stay as they are.':
    'W tym przypadku i liczbie, w których tam stoi; wiersze, w których nie jest to jasne, zostają bez zmian. Najpierw widać, ilu tekstów to dotyczy, a całość cofa się jednym krokiem. Słowa obok, które się z nim zgadzają, zostają bez zmian.',
  'Or a model translates the machine texts anew: <code>windrow translate --endpoint URL --model NAME --filter "{0}"</code>':
    'Albo model przetłumaczy teksty maszynowe na nowo: <code>windrow translate --endpoint URL --model NAZWA --filter "{0}"</code>',
}
