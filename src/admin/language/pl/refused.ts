// Polish: refusals of use cases, by code. Names in braces are facts of the refusal (English: src/app/refusal-sentences.ts).
import {
  agentKeysPerPersonMax,
  briefLengthMax,
  commentLengthMax,
  commentsPerRowMax,
  editionLabelLengthMax,
  editionRulesMax,
  editionsMax,
  editionWordsLengthMax,
  filterAddressLengthMax,
  filterNameLengthMax,
  invitesMax,
  labelLengthMax,
  labelPatternLengthMax,
  labelPatternsLengthMax,
  labelPatternsMax,
  labelRowsMax,
  labelRulesMax,
  labelsMax,
  releaseNotesLengthMax,
  releaseReasonLengthMax,
  requestsPerMinuteMax,
  savedFiltersMax,
  userNameLengthMax,
  webhooksMax,
} from '../../../domain/limits.ts'
import { passwordLengthMax, passwordLengthMin } from '../../../app/people/password-rules.ts'
import { keyNameLengthMax } from '../../../app/people/manage-keys.ts'
import type { Refusal } from '../../../app/refusal.ts'

const KEY_LAPSED = 'nic nie zrobiono: klucz w międzyczasie zmieniono, wyłączono lub unieważniono'
const YOUR_ROLE = 'twoja rola na to nie pozwala'
const ROW_GONE = 'tego wiersza nie ma teraz w grze'
const UNCHANGED = 'nic nie zmieniono'
const UNRELATED_WORDS = 'weź kilka słów niezwiązanych ze sobą'
const NOTHING_CHANGED = 'nic nie zmieniono; uruchom jeszcze raz'
const LOOK_AND_DECIDE = 'zobacz nowe i zdecyduj jeszcze raz'

export const REFUSED: Readonly<Record<Refusal['code'], string>> = {
  busy: 'do bazy pisze teraz inny proces (import?); spróbuj, gdy skończy',
  save_failed: 'nie udało się zapisać do bazy; sprawdź wolne miejsce na dysku i spróbuj ponownie',
  invalid_key: KEY_LAPSED,
  key_inactive: KEY_LAPSED,
  account_inactive: 'nic nie zrobiono: to konto nie jest już aktywne',
  signed_out: 'nic nie zrobiono: twoja sesja w międzyczasie się skończyła; zaloguj się i powtórz',
  crowded: 'loguje się teraz zbyt wiele osób; spróbuj ponownie za kilka sekund',
  role_too_low: YOUR_ROLE,

  entry_not_found: ROW_GONE,
  stale_source: `źródło w międzyczasie się zmieniło; ${LOOK_AND_DECIDE}`,
  active_proposal_exists: 'twoja propozycja dla tego wiersza już czeka',
  gate: 'tekstu nie zapisano: {errors}',
  may_not_edit: YOUR_ROLE,
  no_revision: 'nie ma takiej rewizji',
  filled: UNCHANGED,
  stale_head: UNCHANGED,
  forbidden_ability: UNCHANGED,
  forbidden_permission: UNCHANGED,

  may_not_review:
    '{reviewer} nie może recenzować: trzeba być aktywnym moderatorem, administratorem lub superadministratorem',
  not_pending: 'propozycja {id} jest już rozpatrzona (stan: {status}); nic nie zmieniono',
  own_proposal:
    'propozycja {id} jest własna ({reviewer}): zatwierdzić ją musi inny recenzent, administrator lub superadministrator',
  no_proposal: 'nie ma propozycji {id}',
  proposal_row_gone: 'wiersza propozycji {id} nie ma teraz w grze; będzie można ją rozpatrzyć, gdy wiersz wróci',
  version_changed: 'autor w międzyczasie zmienił propozycję {id} (wersja {version}); zobacz ją jeszcze raz',
  no_reason: 'powiedz, dlaczego propozycja jest odrzucona, żeby autor mógł ją poprawić',
  not_clean: 'kontrole znajdują w nim teraz coś',
  proposal_gate: 'tekst propozycji {id} nie przechodzi: {errors}',
  proposal_stale: 'źródło zmieniło się od tego czasu; zaznacz, że nowe jest przejrzane',
  waived: 'kontrole, które uchylił bot, znajdują coś w tym tekście; przejrzyj to niżej i zaznacz, że się zgadzasz',

  proposal_gone: 'nie ma takiej propozycji albo jej wiersza nie ma teraz w grze',
  not_the_author: 'potwierdzić propozycję może tylko jej autor; recenzent potwierdza, zatwierdzając',
  proposal_ended: 'propozycja jest już rozpatrzona (stan: {status})',
  source_changed_once_more: 'źródło znowu się zmieniło; zobacz nowe',

  row_gone: ROW_GONE,
  may_not_mark:
    'żeby oznaczać tłumaczenia maszynowe, trzeba być aktywnym moderatorem, administratorem lub superadministratorem',
  no_machine_text: 'ten wiersz nie ma tłumaczenia maszynowego',
  machine_text_changed: `tłumaczenie maszynowe w międzyczasie się zmieniło; ${LOOK_AND_DECIDE}`,
  source_changed: `źródło w międzyczasie się zmieniło; ${LOOK_AND_DECIDE}`,
  machine_gate: 'tłumaczenie maszynowe nie przechodzi: {errors}',
  may_not_confirm: 'żeby potwierdzać, trzeba być moderatorem, administratorem lub superadministratorem',
  no_stale_text: 'ten wiersz nie ma teraz nieaktualnego tłumaczenia ręcznego; nic nie zmieniono',
  text_changed: 'tekst w międzyczasie się zmienił; zobacz nowy',
  source_changed_again: 'źródło w międzyczasie się zmieniło; zobacz nowe',
  confirmed_gate: 'tekst nie pasuje do nowego źródła: {errors}',

  may_not_take_back: 'żeby wycofywać pracę, trzeba być aktywnym moderatorem, administratorem lub superadministratorem',
  row_not_in_game: ROW_GONE,
  row_of_proposal_gone: 'wiersza propozycji {id} nie ma teraz w grze',
  proposal_waits: 'propozycja {id} już czeka na recenzenta',
  rejected_by_other: 'propozycję {id} odrzucił ktoś inny',
  approved_by_other: 'ten tekst zatwierdził ktoś inny; tylko ta osoba może to wycofać',
  layer_changed: 'tekst tej warstwy ({layer}) zmienił się od tego czasu; zobacz go i zdecyduj jeszcze raz',
  proposed_again: 'autor propozycji {id} złożył od tego czasu dla tego wiersza inną i ona czeka',

  no_person: 'nie ma osoby o nazwie {name}',
  person_exists: 'osoba o nazwie {name} już jest; nazwy muszą się różnić czymś więcej niż wielkością liter',
  bad_person_name: `nazwa ma od 1 do ${userNameLengthMax} znaków, bez sterujących i niewidocznych`,
  person_out_of_reach:
    'tylko superadministrator może dodawać, zmieniać i usuwać administratorów i superadministratorów',
  last_super_admin: '{name} to ostatni aktywny superadministrator; najpierw wyznacz innego',
  not_a_super_admin: '{name} nie jest aktywnym superadministratorem; wybierz inną nazwę',
  super_admin_exists: 'superadministrator już jest; ustaw hasło tej osobie',
  wrong_code: 'kod jest błędny albo już użyty; poczekaj w aplikacji na następny',
  has_second_factor: 'drugi składnik już jest; najpierw go wyłącz',
  no_second_factor: 'nie ma drugiego składnika',
  password_short: `hasło ma co najmniej ${passwordLengthMin} znaków`,
  password_long: `hasło ma najwyżej ${passwordLengthMax} znaków`,
  password_is_name: `hasło nie może być nazwą z kilkoma znakami wokół; ${UNRELATED_WORDS}`,
  password_common: `to hasło jest jednym z pierwszych, których się próbuje; ${UNRELATED_WORDS}`,
  dead_setup_link: 'ten link do konfiguracji jest już użyty albo za stary; uruchom windrow ponownie, a wypisze nowy',

  bad_secret: 'sekret to {prefix} i 60 cyfr szesnastkowych; inny prefiks ustawia key_prefix w konfiguracji',
  bad_key_name: `nazwa klucza ma najwyżej ${keyNameLengthMax} znaków, bez sterujących`,
  bad_key_rate: `żądań na minutę może być od 1 do ${requestsPerMinuteMax}`,
  key_out_of_reach: 'ten klucz należy do osoby, której kluczami nie możesz zarządzać',
  key_rights: 'własne klucze można tylko ograniczać; administrator może: {what}',
  grant_too_high: '{ability} można nadać tylko kluczom wyższej roli, a rola {owner.name} to „{owner.role}”',
  too_many_agent_keys: `osoba o nazwie {owner.name} ma już ${agentKeysPerPersonMax} kluczy agentów; najpierw unieważnij któryś`,
  bot_key_role:
    'właściciel klucza bota musi być moderatorem, administratorem lub superadministratorem, a rola {owner.name} to „{owner.role}”',
  bot_key_exists: 'osoba o nazwie {owner.name} ma już klucz bota; utwórz go od nowa albo najpierw unieważnij',
  secret_exists: 'ten sekret jest już zarejestrowany',
  not_a_bot_key: 'limity starego API mają tylko klucze botów',
  no_key: 'nie ma klucza {named}',
  several_keys: 'kilka kluczy zaczyna się od {named}; podaj klucz jego numerem',

  profile_is_fixed: 'profil magazynu, który ma wiersze, już się nie zmienia; daj innej grze własny magazyn',
  settings_out_of_reach: 'ustawienia może zmieniać administrator lub superadministrator',
  bad_setting: 'taka wartość {name} nie jest przyjmowana; dozwolone stoją obok',
  glossary_out_of_reach: 'słownik może zmieniać administrator lub superadministrator',
  term_twice: 'terminy „{first}” i „{second}” to ten sam; podaj go raz, ze wszystkimi formami',
  no_term: 'w słowniku nie ma terminu „{term}”',
  brief_out_of_reach: 'wytyczne może zmieniać administrator lub superadministrator',
  brief_too_long: `wytyczne mogą mieć najwyżej ${briefLengthMax} znaków; skróć je`,
  brief_characters: 'w wytycznych nie może być znaków sterujących; usuń je',
  brief_overtaken: 'wytyczne w międzyczasie zmieniono; przeczytaj wersję {version}, a potem zapisz swoje jeszcze raz',
  no_brief: 'nie ma wersji {version} wytycznych',
  suggestions_out_of_reach: 'sugestie terminów i etykiet może rozpatrywać administrator lub superadministrator',
  no_suggestion: 'nie ma sugestii {id}',
  suggestion_decided: 'sugestia {id} jest już rozpatrzona ({status}); nic nie zmieniono',

  dead_invite: 'to zaproszenie jest już użyte, unieważnione albo za stare; poproś o nowe',
  no_invite: 'to zaproszenie jest już użyte albo unieważnione',
  too_many_invites: `otwartych zaproszeń jest już ${invitesMax}; najpierw unieważnij któreś`,

  webhooks_out_of_reach: 'webhookami może zarządzać administrator lub superadministrator',
  no_webhook: 'nie ma webhooka {id}',
  too_many_webhooks: `webhooków jest już ${webhooksMax}; najpierw usuń któryś`,
  webhook_address: 'to nie adres; podaj taki jak https://example.org/hook',
  webhook_password: 'przed nazwą serwera nie może być nazwy i hasła; nadawcę poświadcza podpis',
  webhook_http:
    'adres musi zaczynać się od https://; http jest dozwolone tylko dla serwerów, które konfiguracja wymienia w webhook_hosts',
  webhook_private: 'ten adres nie jest publiczny; jego serwer może wymienić konfiguracja (webhook_hosts)',
  webhook_chat: 'forma Telegrama potrzebuje czatu (liczby albo @nazwy), inne formy go nie mają',
  no_event_kind: 'nie ma takiego rodzaju zdarzeń: {name}',

  comment_empty: 'komentarz jest pusty; najpierw coś napisz',
  comment_too_long: `komentarz może mieć najwyżej ${commentLengthMax} znaków; skróć go`,
  comment_characters: 'w komentarzu nie może być znaków sterujących; usuń je',
  may_not_comment: YOUR_ROLE,
  too_many_comments: `ten wiersz ma już ${commentsPerRowMax} komentarzy; najpierw usuń jeden z nich`,
  no_comment: 'ten komentarz jest już usunięty',
  comment_of_another: 'usunąć komentarz może tylko jego autor albo moderator',

  no_filter: 'nie masz filtra „{name}”; może usunięto go lub nazwano inaczej w innym oknie',
  filter_exists: 'masz już filtr „{name}”',
  filter_name_length: `nazwa filtra ma od 1 do ${filterNameLengthMax} znaków`,
  filter_name_characters: 'w nazwie filtra nie może być = ani znaków sterujących; wybierz inną',
  filter_asks_nothing: 'ten filtr niczego nie wybiera; najpierw coś w nim ustaw',
  filter_too_long: `nazwy w tym filtrze są za długie, żeby go zapisać: najwyżej ${filterAddressLengthMax} znaków`,
  too_many_filters: `masz już ${savedFiltersMax} filtrów, a więcej mieć nie można; najpierw usuń jeden z nich`,

  labels_out_of_reach: 'etykiety może zmieniać administrator lub superadministrator',
  label_name: `nazwa etykiety ma od 1 do ${labelLengthMax} znaków, bez przecinków i sterujących, i nie jest samym „-”`,
  no_label: 'nie ma etykiety „{name}”; zobacz listę etykiet',
  label_exists: 'etykieta „{name}” już jest',
  too_many_labels: `etykiet jest już ${labelsMax}, a więcej być nie może; najpierw usuń jedną`,
  too_many_label_rules: `reguł etykiet jest już ${labelRulesMax}, a więcej być nie może; usuń jedną albo dodaj wzorce do istniejącej`,
  label_patterns: `reguła ma od 1 do ${labelPatternsMax} wzorców po 1–${labelPatternLengthMax} znaków, razem ${labelPatternsLengthMax}, i żaden nie kończy się pojedynczym \\; * to dowolne znaki, ? jeden, a \\ czyni następny zwykłym`,
  no_label_rule: 'nie ma reguły etykiet o numerze {id}',
  unknown_label_rows:
    'tyle identyfikatorów nie należy do żadnego wiersza: {count}, pierwszy to „{rowId}”; niczego nie oznaczono: identyfikator ma 16 cyfr, 0-9 i a-f',
  too_many_label_rows: `to więcej niż ${labelRowsMax} wierszy; podaj je w kilku listach`,

  editions_out_of_reach: 'edycje może zmieniać administrator lub superadministrator',
  edition_slug: 'krótka nazwa edycji ma od 1 do 40 znaków a-z, 0-9 i -, bez - na brzegach, na przykład english-items',
  edition_variant: 'wariant edycji ma od 1 do 40 znaków a-z, 0-9, _ i -, na przykład english_items',
  edition_words: `edycja potrzebuje nazwy od 1 do ${editionLabelLengthMax} znaków w jednej linii; opis i „dla kogo” mają najwyżej ${editionWordsLengthMax}, bez znaków sterujących`,
  too_many_editions: `edycji jest już ${editionsMax}, a więcej być nie może; najpierw usuń jedną`,
  too_many_edition_rules: `edycja może mieć najwyżej ${editionRulesMax} reguł`,
  edition_rule: 'reguła edycji nie działa: {fault}',
  edition_exists: 'edycja {slug} już jest; żeby ją zmienić, najpierw ją usuń',
  unknown_edition: 'nie ma edycji {slug}; zobacz listę edycji',

  releases_out_of_reach: 'publikować może administrator lub superadministrator',
  release_version:
    'wersja ma od 1 do 32 znaków a-z, A-Z, 0-9 i . _ + -, zaczyna się literą lub cyfrą i nie kończy kropką, na przykład v2.6.2',
  release_notes: `opis wydania ma najwyżej ${releaseNotesLengthMax} znaków, bez sterujących`,
  release_reason: `powiedz dlaczego, od 1 do ${releaseReasonLengthMax} znaków; przeczytają to gracze`,
  publishing: 'powstaje właśnie inne wydanie; spróbuj, gdy będzie gotowe',
  release_exists: 'wydanie {version} już jest; wersji nie używa się dwa razy',
  release_withdrawn: 'wydanie {version} jest już wycofane',
  nothing_published: 'niczego jeszcze nie opublikowano',
  release_address: 'to nie jest adres folderu; podaj taki jak https://example.org/releases',
  no_release: 'nie ma wydania {version}; zobacz listę wydań',

  damaged_file: '{damage}; nic nie zmieniono',
  skippable_damage: '{damage}; nic nie zmieniono; zaznacz pominięcie uszkodzeń, żeby zaimportować resztę',
  no_file: 'nie ma pliku {path}; sprawdź nazwę',
  is_folder: '{path} to folder; podaj plik',
  unreadable: 'nie da się przeczytać {path}; sprawdź uprawnienia',
  disk_full: 'na dysku nie ma miejsca; nic nie zmieniono: zwolnij miejsce i spróbuj ponownie',
  interrupted: 'przerwano; niczego nie zostawiono w połowie, uruchom jeszcze raz',
  may_not_import: '{name} nie może importować: trzeba być aktywnym administratorem lub superadministratorem',
  too_many_files: 'wiersze wymieniają ponad {max} różnych plików; usuń z pliku kolumnę z nazwami plików',
  translated_file: '{file}: to przetłumaczony plik, który zrobił windrow; podaj niezmieniony plik gry',
  carries_translations:
    '{file}: {carried} z {changed} zmienionych tekstów to tłumaczenia tej bazy, więc to przetłumaczony plik, który zrobił windrow; podaj niezmieniony plik gry',
  looks_wrong: 'bez źródła zostałoby wierszy: {lost} z {rows}, więc to chyba nie ten plik; nic nie zmieniono',
  rows_overtaken: `podczas importu zmieniono ustawienie albo przywrócono bazę; ${NOTHING_CHANGED}`,
  other_game: 'wydania i instalowanie znają tylko pliki Where Winds Meet; wyeksportuj pliki i skopiuj je',
  captions_overtaken: `caption_policy w międzyczasie zmieniono; ${NOTHING_CHANGED}`,
  merge_too_many_labels:
    'razem z plikiem byłoby etykiet: {labels} (najwyżej {labelsMax}), a reguł: {rules} (najwyżej {rulesMax}); nic nie zmieniono: usuń zbędne tutaj albo w drugiej bazie i wyeksportuj ponownie',
  merge_overtaken: `podczas scalania zmieniono jakiś wiersz lub etykietę; ${NOTHING_CHANGED}`,
  person_overtaken: `podczas scalania dodano osobę o nazwie {name}; ${NOTHING_CHANGED}`,
  official_unknown: 'gra nie ma tekstów w języku {name}; nic nie zmieniono: podaj jeden z {known}',
  official_is_chinese: 'zh_cn to chiński, który ma własne miejsce; nic nie zmieniono: podaj ten plik jako chiński',
  official_is_source: '{name} to język oryginału; nic nie zmieniono: teksty oficjalne są w innych językach',
  official_twice: '{name} podano dwa razy; nic nie zmieniono: podaj każdy język i jego diff jeden raz',
  official_diff_alone:
    'jest diff języka {name} bez jego pliku głównego; nic nie zmieniono: podaj też plik główny albo opróżnij oba',
  translations_interrupted:
    'przerwano; pliki gry zaimportowano, tłumaczenia zostały bez zmian: zaimportuj tłumaczenia jeszcze raz',
  translations_left_out:
    '{why}; pliki gry zaimportowano, tłumaczenia zostały bez zmian: zaimportuj tłumaczenia jeszcze raz',
  may_not_revert:
    '{name} nie może wycofywać pracy: trzeba być aktywnym moderatorem, administratorem lub superadministratorem',
  may_not_revert_approved:
    '{name} nie może wycofać tego, co zatwierdzili inni: trzeba być administratorem lub superadministratorem',
  damaged_template: '{damage}; niczego nie zapisano: podaj niezmieniony plik gry',
  template_translated: '{path}: to przetłumaczony plik, który zrobił windrow; podaj niezmieniony plik gry',
  no_templates: 'nie ma tu już niezmienionych plików gry albo teksty są z innych; zaimportuj pliki gry jeszcze raz',
  installed_elsewhere: 'przetłumaczone pliki są w {folder}; najpierw zabierz je stamtąd',
  no_game_there: 'w {folder} nie ma {name}; podaj folder z tekstami gry',
  game_patched: '{name} to nie ten plik ({slot}), który zaimportowano (łatka?); najpierw zaimportuj {path}',
  kept_file_lost:
    'zachowany niezmieniony {name} zniknął albo jest uszkodzony; napraw grę launcherem i spróbuj ponownie',
  game_file_changed:
    '{path} w międzyczasie się zmienił, więc zostaje bez zmian; spróbuj ponownie, gdy launcher skończy',
  game_file_open: '{path} jest otwarty w innym programie, może w grze: zamknij go tam i spróbuj ponownie',
  game_read_only: 'w {folder} nie wolno zapisywać; sprawdź uprawnienia, nic nie zmieniono',
  nothing_installed: 'w grze nie ma nic od windrow',

  backup_under_way: 'kopia zapasowa właśnie powstaje; zajrzyj za chwilę',
  no_room_for_backup:
    'na dysku folderu {folder} jest mniej wolnego miejsca, niż zajmuje baza; kopii nie zrobiono: zwolnij miejsce',
  damaged_pages: 'baza jest uszkodzona ({problem}); nie da się zrobić jej kopii, a wcześniejsze kopie zostają',
  backup_of_damaged:
    'baza jest uszkodzona ({problem}); to, co w niej jest, leży w {path}, tak samo uszkodzone: zachowaj wcześniejsze kopie',
  backup_not_read_back:
    'kopię zapisano, ale nie odczytała się poprawnie ({problem}); sprawdź dysk folderu {folder}, niczego nie zachowano',

  run_stopped: 'przerwano to przed końcem; niczego nie zostawiono w połowie, więc zacznij od nowa',
  run_not_followed: 'nie udało się tego uruchomić albo śledzić do końca: {reason}',
  report_unreadable: 'zakończyło się, ale raportu nie udało się przeczytać',
}
