// Polish: texts of the scripts in the browser (src/admin/assets/*.js).
export const SCRIPTS: Readonly<Record<string, string>> = {
  '{0}-{1}-{2} {3}:{4}': '{2}.{1}.{0} {3}:{4}',
  'your time': 'twój czas',
  'Something came in: show it': 'Coś nadeszło: pokaż',
  Copied: 'Skopiowano',
  'Selected: press Ctrl+C': 'Zaznaczono: naciśnij Ctrl+C',
  'Not checked: the server did not answer. It checks again when you save.':
    'Nie sprawdzono: serwer nie odpowiedział. Sprawdzi jeszcze raz przy zapisie.',
  'Checking…': 'Sprawdzam…',
  'Read the list from a file': 'Wczytaj listę z pliku',
  'What you typed {0} is back; it is not saved yet.': 'Wróciło to, co wpisano {0}; jeszcze niezapisane.',
  'What you typed {0} is kept, but the saved text has changed since then.':
    'To, co wpisano {0}, jest zachowane, ale zapisany tekst zmienił się od tego czasu.',
  'Put it back': 'Wstaw to z powrotem',
  'You typed on while it was being saved. Those words are kept at that text, as a draft.':
    'Pisano dalej, gdy tekst się zapisywał. Te słowa czekają przy tamtym tekście jako szkic.',
  'Saving…': 'Zapisywanie…',
  'Throw it away': 'Wyrzuć to',
  'Approve, or: it still fits': 'Zatwierdź, albo: nadal pasuje',
  'Mark a machine text as reviewed': 'Oznacz tłumaczenie maszynowe jako przejrzane',
  Edit: 'Edytuj',
  'Reject: Enter takes the last reason, typing replaces it': 'Odrzuć: Enter bierze ostatni powód, pisanie go zastępuje',
  'Skip to the next': 'Przejdź do następnego',
  'Back to the one before': 'Wróć do poprzedniego',
  'Give the row a label': 'Nadaj wierszowi etykietę',
  'Undo what was just done': 'Cofnij ostatni krok',
  'This sheet': 'Ta ściąga',
  'Save and next': 'Zapisz i dalej',
  'Insert the first … ninth tag': 'Wstaw pierwszy … dziewiąty tag',
  'Copy the source into the field': 'Skopiuj źródło do pola',
  'Take the text of the same source or of a similar one; again: the next':
    'Weź tekst tego samego lub podobnego źródła; jeszcze raz: następny',
  'See how words of the source were put elsewhere': 'Zobacz, jak słowa źródła oddano gdzie indziej',
  'Leave the field': 'Wyjdź z pola',
  Keys: 'Klawisze',
  'Letters are places on the keyboard: they work in every layout.':
    'Litery to miejsca na klawiaturze: działają w każdym układzie.',
  'Single letters do something': 'Pojedyncze litery to polecenia',
  Close: 'Zamknij',
  'The server did not answer; nothing was lost. Try again.':
    'Serwer nie odpowiedział; nic nie przepadło. Spróbuj ponownie.',
  'The server takes no more just now. This is checked again by itself in {0} s.':
    'Serwer na razie więcej nie przyjmuje. Sprawdzenie powtórzy się samo za {0} s.',
  'Go into the field': 'Przejdź do pola',
  'The server takes no more just now. This is sent again by itself in {0} s.':
    'Serwer na razie więcej nie przyjmuje. Wyśle się to samo ponownie za {0} s.',
  'Your text is not saved, so single letters do nothing. Save it, or put it back as it was.':
    'Twój tekst nie jest zapisany, więc pojedyncze litery nic nie robią. Zapisz go albo przywróć poprzedni.',
  'The model is writing…': 'Model pisze…',
  'Ask for a machine draft; again: take it': 'Poproś o szkic maszynowy; jeszcze raz: wstaw go',
  'Thank the author of the text that was just approved': 'Podziękuj autorowi właśnie zatwierdzonego tekstu',
}
