// Polish: findings of the checks, by rule. Names in braces are the finding's details; a text is left out when one is
// missing.
import type { RuleCode } from '../../../domain/finding.ts'

export const FOUND: Readonly<Record<RuleCode, readonly string[]>> = {
  SERVICE_01: ['W tym wierszu nie ma nic do tłumaczenia, zostaje bez zmian: pomiń go.'],
  EMPTY_01: ['Tekst jest pusty: przetłumacz źródło.'],
  SOURCE_01: ['Tekst jest taki sam jak źródło: przetłumacz go.'],
  TAGS_01: [
    'Brakuje: {missing}. Wstaw dokładnie tak jak w źródle.',
    'Nie ma w źródle albo jest tam mniej: {unexpected}. Usuń nadmiar.',
    'Tylko podobne do tego, co trzeba: {lookalikes}.',
  ],
  TAGS_02: ['Zmieniono zawartość tagów: {captions}. Zapisz ją jak w źródle.'],
  TAGS_03: ['Wartości idą w kolejności źródła. Ustaw je tak: {expected}.'],
  FORMAT_01: [
    'Tekst ma niewidoczne lub uszkodzone znaki, których nie ma w źródle: {characters}. Jeśli odczytano go w złym kodowaniu, wyślij go znowu w UTF-8; jeśli nie, usuń te znaki.',
  ],
  FORMAT_02: [
    'Formatowanie się różni: sprawdź, czy tak ma być.',
    'Mniej niż w źródle: {missing}.',
    'Więcej niż w źródle: {unexpected}.',
  ],
  LENGTH_01: [
    'Tekst ma {visibleLength} widocznych znaków, a źródło {sourceVisibleLength}: sprawdź, czy wszystko przetłumaczono (oczekuje się co najmniej {minVisibleLength}).',
  ],
  LENGTH_02: [
    'Tekst ma {codePoints} {codePoints|znak|znaki|znaków} i {bytes} {bytes|bajt|bajty|bajtów}, a w wierszu mieści się najwyżej {maxCodePoints} i {maxBytes}: skróć go.',
    'Tekst ma {visibleLength} widocznych znaków, a źródło {sourceVisibleLength}: skróć go do najwyżej {maxVisibleLength}.',
  ],
  LENGTH_03: [
    'Tekst jest szeroki jak {letters} {letters|litera|litery|liter}, a najszerszy oficjalny tekst tego wiersza jak {officialLetters}: więcej niż {maxLetters} może się nie zmieścić w grze, więc skróć go.',
  ],
  GLOSSARY_01: [
    'Brakuje tłumaczeń ze słownika: {missingPhrases}. Użyj przyjętej formy albo sprawdź, czy niczego nie pominięto.',
  ],
  CHAT_01: ['Tekst zaczyna się linią, której nie ma w źródle ({found}): wyślij samo tłumaczenie.'],
  CHAT_02: ['Tekst zaczyna się oznaczeniem, którego nie ma w źródle ({found}): wyślij samo tłumaczenie.'],
  CHAT_03: ['Tekst kończy się uwagą, której nie ma w źródle ({found}): wyślij samo tłumaczenie.'],
  CHAT_04: ['Tekst wygląda na odmowę tłumaczenia ({found}): wyślij tłumaczenie źródła.'],
  CHAT_05: ['W tekście są polecenia dla tłumacza albo rozważania modelu ({found}): wyślij samo tłumaczenie.'],
  CHAT_06: [
    'Źródło to jedna linia, a tekst ma {found} {found|linię|linie|linii}, w tym pustą między nimi: wyślij samo tłumaczenie.',
  ],
  FORM_01: ['W tekście są znaki kodu ({found}), których nie ma w źródle: usuń je.'],
  FORM_02: ['W tekście jest Markdown, którego nie ma w źródle ({found}): użyj znaków źródła.'],
  FORM_03: ['Cały tekst jest w cudzysłowie, a źródło nie ({found}): usuń go.'],
  FORM_04: ['Tekst zaczyna się numerem, którego nie ma w źródle ({found}): usuń go.'],
  FORM_05: ['W tekście jest identyfikator wiersza ({found}): usuń go.'],
  FORM_06: ['Wokół tekstu jest JSON ({found}): wyślij samą wartość, bez cudzysłowów i nawiasów.'],
  FORM_07: ['Znak {found} zapisano w tekście literami: wyślij sam znak.'],
  FORM_08: ['W tekście jest encja HTML {found}: wpisz sam znak.'],
  FORM_09: [
    'Tekst odczytano w złym kodowaniu i jest uszkodzony ({found}): wyślij go znowu w UTF-8, nie poprawiaj ręcznie.',
  ],
  FORM_10: ['Słowo powtarza się kilka razy z rzędu ({found}): przetłumacz źródło od nowa.'],
  FORM_11: ['Tekst dwa razy mówi to samo: wyślij go raz.'],
  FORM_12: ['Tekst zaczyna się lub kończy łamaniem linii, a źródło nie: usuń je.'],
  FORM_13: ['W tekście jest emoji {found}, którego nie ma w źródle: usuń je.'],
  FORM_14: ['W tekście są znaki, których nie ma w źródle albo jest ich tam mniej: {unexpected}. Usuń je.'],
  FORM_15: [
    'Kolorów otwarto {found.opened}, a zamknięto {found.closed}: zamknij każdy kolor za pomocą #E, a zbędne #E usuń.',
  ],
  FORM_16: ['Tylko podobne do tego, co trzeba: {lookalikes}. Zapisz jak w źródle.'],
  FORM_17: ['W nawiasie jest uwaga, której nie ma w źródle ({found}): wyślij samo tłumaczenie.'],
  FORM_18: ['W tekście jest niewidoczny znak zmieniający kierunek pisma ({found}): usuń go.'],
  LANG_01: ['W tekście nie ma ani jednej litery tego języka ({language}): przetłumacz źródło.'],
  LANG_02: ['W tekście są znaki, których ten język nie używa ({language}): {found}. Przetłumacz i je.'],
  LANG_03: ['W tekście są litery, których ten język nie ma ({language}), w słowach: {words}. Zapisz je w tym języku.'],
  LANG_04: [
    'W tekście zostały słowa źródła: {words}. Przetłumacz je albo dodaj do słownika jako terminy, których się nie tłumaczy.',
  ],
  LANG_05: [
    'Tekst tej długości powinien mieć litery właściwe dla tego języka ({language}), a ich nie ma: napisz go w tym języku.',
  ],
  LANG_06: ['Tekst przypomina język źródła, a nie tutejsze tłumaczenia ({language}): przetłumacz go.'],
  LANG_07: ['W tekście zostały słowa z tekstu chińskiego ({found}): przetłumacz je ({language}).'],
  LANG_08: ['W tekście są słowa lub litery sąsiedniego języka ({words}): napisz go we właściwym języku ({language}).'],
  DOUBT_01: [
    'Litery łacińskie i inne w jednym słowie: {words}. Sprawdź, czy nie ma podobnych liter zamiast właściwych.',
  ],
  DOUBT_02: ['Liczby się różnią: sprawdź je.', 'Tylko w źródle: {missing}.', 'Tylko w tekście: {unexpected}.'],
  DOUBT_03: ['Źródło kończy zdanie, a tekst urywa się bez znaku przestankowego: sprawdź, czy niczego nie zgubiono.'],
  DOUBT_04: ['Kilka słów źródła z rzędu nie przetłumaczono ({found}): sprawdź, czy tak ma być.'],
  DOUBT_05: ['Cały tekst jest wielkimi literami, a źródło nie: sprawdź, czy tak ma być.'],
  DOUBT_06: ['W tekście są znaki pełnej szerokości ({found}): zapisz je zwykłymi.'],
  DOUBT_07: ['Tekst jest w cudzysłowie, a źródło nie: sprawdź, czy tak ma być.'],
  DOUBT_08: ['Całe źródło stoi wewnątrz tekstu: wyślij samo tłumaczenie.'],
  DOUBT_09: ['W tekście nie ma liter, a w źródle są: sprawdź, czy mówi to samo.'],
  DOUBT_10: ['W tekście są warianty rozdzielone ukośnikiem: wybierz jeden.'],
  DOUBT_11: ['Tekst kończy się spacją, a źródło nie: usuń ją.'],
  DOUBT_12: ['Tekst ma te same litery co źródło: sprawdź, czy go przetłumaczono.'],
  DOUBT_13: ['W tekście są nawiasy, a w źródle nie ma ({found}): sprawdź, czy to nie uwaga.'],
  DOUBT_14: [
    'Tekst zaczyna się słowami z dwukropkiem lub myślnikiem, a w źródle ich nie ma ({found}): sprawdź, czy do niego należą.',
  ],
  DOUBT_15: [
    'W tekście są znaki, których nie widać, a w źródle ich nie ma albo jest mniej ({found}): usuń je albo wstaw zwykłą spację.',
  ],
  ALIGN_01: [
    'Ten tekst lepiej pasuje do wiersza {fitsRow} niż do swojego, a inne obok tak samo: pakiet najwyraźniej przesunął się o wiersz, więc przetłumacz go w całości od nowa.',
  ],
}
