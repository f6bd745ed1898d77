// Ukrainian: refusals of use cases, by code. Names in braces are facts of the refusal (English: src/app/refusal-sentences.ts).
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

const KEY_LAPSED = 'нічого не зроблено: ключ тим часом змінили, вимкнули або відкликали'
const YOUR_ROLE = 'ваша роль цього не дозволяє'
const ROW_GONE = 'цього рядка зараз немає у грі'
const UNCHANGED = 'нічого не змінено'
const UNRELATED_WORDS = 'візьміть кілька слів, не пов’язаних між собою'
const NOTHING_CHANGED = 'нічого не змінено; запустіть ще раз'
const LOOK_AND_DECIDE = 'погляньте на новий і вирішіть знову'

export const REFUSED: Readonly<Record<Refusal['code'], string>> = {
  busy: 'зараз у сховище пише інший процес (імпорт?); спробуйте, коли він завершить',
  save_failed: 'не вдалося зберегти до сховища; перевірте вільне місце на диску й спробуйте ще раз',
  invalid_key: KEY_LAPSED,
  key_inactive: KEY_LAPSED,
  account_inactive: 'нічого не зроблено: цей обліковий запис більше не активний',
  signed_out: 'нічого не зроблено: ваш сеанс тим часом завершився; увійдіть і повторіть',
  crowded: 'зараз входить забагато людей; спробуйте ще раз через кілька секунд',
  role_too_low: YOUR_ROLE,

  entry_not_found: ROW_GONE,
  stale_source: `оригінал тим часом змінився; ${LOOK_AND_DECIDE}`,
  active_proposal_exists: 'для цього рядка вже чекає ваша пропозиція',
  gate: 'текст не збережено: {errors}',
  may_not_edit: YOUR_ROLE,
  no_revision: 'такої редакції немає',
  filled: UNCHANGED,
  stale_head: UNCHANGED,
  forbidden_ability: UNCHANGED,
  forbidden_permission: UNCHANGED,

  may_not_review:
    '{reviewer} не може рецензувати: для цього треба бути активним модератором, адміністратором чи суперадміністратором',
  not_pending: 'пропозицію {id} вже розглянуто (стан: {status}); нічого не змінено',
  own_proposal:
    'пропозиція {id} — власна ({reviewer}): схвалити її має інший рецензент, адміністратор чи суперадміністратор',
  no_proposal: 'пропозиції {id} немає',
  proposal_row_gone: 'рядка пропозиції {id} зараз немає у грі; її можна буде розглянути, коли рядок повернеться',
  version_changed: 'автор тим часом змінив пропозицію {id} (версія {version}); погляньте на неї ще раз',
  no_reason: 'скажіть, чому пропозицію відхилено, щоб автор міг її покращити',
  not_clean: 'тепер перевірки щось у ньому знаходять',
  proposal_gate: 'текст пропозиції {id} не проходить: {errors}',
  proposal_stale: 'оригінал відтоді змінився; позначте, що ви переглянули новий',
  waived: 'перевірки, які зняв бот, знаходять щось у цьому тексті; перегляньте це нижче й позначте, що згодні',

  proposal_gone: 'такої пропозиції немає, або її рядка зараз немає у грі',
  not_the_author: 'підтвердити пропозицію може лише її автор; рецензент підтверджує, схвалюючи',
  proposal_ended: 'пропозицію вже розглянуто (стан: {status})',
  source_changed_once_more: 'оригінал знову змінився; погляньте на новий',

  row_gone: ROW_GONE,
  may_not_mark:
    'щоб позначати машинні переклади, треба бути активним модератором, адміністратором чи суперадміністратором',
  no_machine_text: 'цей рядок не має машинного перекладу',
  machine_text_changed: `машинний переклад тим часом змінився; ${LOOK_AND_DECIDE}`,
  source_changed: `оригінал тим часом змінився; ${LOOK_AND_DECIDE}`,
  machine_gate: 'машинний переклад не проходить: {errors}',
  may_not_confirm: 'щоб підтверджувати, треба бути модератором, адміністратором чи суперадміністратором',
  no_stale_text: 'зараз цей рядок не має застарілого ручного перекладу; нічого не змінено',
  text_changed: 'текст тим часом змінився; погляньте на новий',
  source_changed_again: 'оригінал тим часом змінився; погляньте на новий',
  confirmed_gate: 'текст не відповідає новому оригіналу: {errors}',

  may_not_take_back: 'щоб відкликати роботу, треба бути активним модератором, адміністратором чи суперадміністратором',
  row_not_in_game: ROW_GONE,
  row_of_proposal_gone: 'рядка пропозиції {id} зараз немає у грі',
  proposal_waits: 'пропозиція {id} вже чекає на рецензента',
  rejected_by_other: 'пропозицію {id} відхилив хтось інший',
  approved_by_other: 'цей текст схвалив хтось інший; лише він може це відкликати',
  layer_changed: 'текст цього шару ({layer}) відтоді змінився; погляньте на нього й вирішіть знову',
  proposed_again: 'автор пропозиції {id} відтоді надіслав для цього рядка іншу, і вона чекає',

  no_person: 'людини на ім’я {name} немає',
  person_exists: 'людина на ім’я {name} вже є; імена мають різнитися не лише регістром літер',
  bad_person_name: `ім’я має від 1 до ${userNameLengthMax} символів, без керівних і невидимих`,
  person_out_of_reach:
    'лише суперадміністратор може додавати, змінювати чи вилучати адміністраторів і суперадміністраторів',
  last_super_admin: '{name} — останній активний суперадміністратор; спершу призначте іншого',
  not_a_super_admin: '{name} не є активним суперадміністратором; виберіть інше ім’я',
  super_admin_exists: 'суперадміністратор уже є; дайте пароль цій людині',
  wrong_code: 'код неправильний або вже використаний; зачекайте на наступний у застосунку',
  has_second_factor: 'другий фактор уже є; спершу вимкніть його',
  no_second_factor: 'другого фактора немає',
  password_short: `пароль має щонайменше ${passwordLengthMin} символів`,
  password_long: `пароль має щонайбільше ${passwordLengthMax} символів`,
  password_is_name: `пароль не може бути іменем із кількома символами навколо; ${UNRELATED_WORDS}`,
  password_common: `цей пароль — один із перших, які пробують; ${UNRELATED_WORDS}`,
  dead_setup_link:
    'це посилання для налаштування вже використано або воно застаріло; запустіть windrow знову, і він надрукує нове',

  bad_secret: 'секрет — це {prefix} і 60 шістнадцяткових цифр; інший префікс задає значення key_prefix у конфігурації',
  bad_key_name: `назва ключа має щонайбільше ${keyNameLengthMax} символів, без керівних`,
  bad_key_rate: `запитів за хвилину може бути від 1 до ${requestsPerMinuteMax}`,
  key_out_of_reach: 'цей ключ належить людині, ключами якої ви не можете керувати',
  key_rights: 'свої ключі можна лише обмежувати; це може зробити адміністратор: {what}',
  grant_too_high: '{ability} можна надати лише ключам вищої ролі, а роль {owner.name} — «{owner.role}»',
  too_many_agent_keys: `у людини на ім’я {owner.name} вже ${agentKeysPerPersonMax} ключів агентів; спершу відкличте один`,
  bot_key_role:
    'власник ключа бота має бути модератором, адміністратором чи суперадміністратором, а роль {owner.name} — «{owner.role}»',
  bot_key_exists: 'у людини на ім’я {owner.name} вже є ключ бота; створіть його наново або спершу відкличте',
  secret_exists: 'цей секрет уже зареєстровано',
  not_a_bot_key: 'обмеження старого API мають лише ключі ботів',
  no_key: 'ключа {named} немає',
  several_keys: 'кілька ключів починаються з {named}; назвіть ключ за його номером',

  settings_out_of_reach: 'змінювати налаштування може адміністратор чи суперадміністратор',
  bad_setting: 'таке значення для {name} не підходить; дозволені названо біля нього',
  glossary_out_of_reach: 'змінювати словник термінів може адміністратор чи суперадміністратор',
  term_twice: 'терміни «{first}» і «{second}» — той самий; дайте його один раз, з усіма формами',
  no_term: 'у словнику немає терміна «{term}»',
  brief_out_of_reach: 'змінювати настанови може адміністратор чи суперадміністратор',
  brief_too_long: `у настановах може бути щонайбільше ${briefLengthMax} символів; скоротіть їх`,
  brief_characters: 'у настановах не може бути керівних символів; приберіть їх',
  brief_overtaken: 'настанови тим часом змінено; прочитайте версію {version}, а тоді збережіть свої ще раз',
  no_brief: 'версії {version} настанов немає',
  suggestions_out_of_reach: 'розглядати пропозиції термінів і міток може адміністратор чи суперадміністратор',
  no_suggestion: 'пропозиції терміна чи мітки {id} немає',
  suggestion_decided: 'пропозицію {id} уже розглянуто ({status}); нічого не змінено',

  dead_invite: 'це запрошення вже використано, відкликано або воно застаріло; попросіть нове',
  no_invite: 'це запрошення вже використано або відкликано',
  too_many_invites: `чинних запрошень уже ${invitesMax}; спершу відкличте якісь із них`,

  webhooks_out_of_reach: 'керувати вебхуками може адміністратор чи суперадміністратор',
  no_webhook: 'вебхука {id} немає',
  too_many_webhooks: `вебхуків уже ${webhooksMax}; спершу вилучіть якийсь із них`,
  webhook_address: 'це не адреса; дайте таку, як https://example.org/hook',
  webhook_password: 'перед іменем сервера не може бути імені й пароля; відправника засвідчує підпис',
  webhook_http:
    'адреса має починатися з https://; http дозволено лише для серверів, названих у конфігурації (webhook_hosts)',
  webhook_private: 'ця адреса не публічна; її сервер можна назвати в конфігурації (webhook_hosts)',
  webhook_chat: 'форма Telegram потребує чату (числа або @імені), інші форми його не мають',
  no_event_kind: 'такого виду подій немає: {name}',

  comment_empty: 'коментар порожній; спершу щось напишіть',
  comment_too_long: `у коментарі може бути щонайбільше ${commentLengthMax} символів; скоротіть його`,
  comment_characters: 'у коментарі не може бути керівних символів; приберіть їх',
  may_not_comment: YOUR_ROLE,
  too_many_comments: `у цього рядка вже ${commentsPerRowMax} коментарів; спершу видаліть один із них`,
  no_comment: 'цей коментар уже видалено',
  comment_of_another: 'видалити коментар може лише його автор або модератор',

  no_filter: 'у вас немає фільтра «{name}»; можливо, його видалено чи перейменовано в іншому вікні',
  filter_exists: 'у вас уже є фільтр «{name}»',
  filter_name_length: `назва фільтра має від 1 до ${filterNameLengthMax} символів`,
  filter_name_characters: 'у назві фільтра не може бути знака = і керівних символів; виберіть іншу',
  filter_asks_nothing: 'цей фільтр нічого не відбирає; спершу щось виберіть',
  filter_too_long: `назви в цьому фільтрі задовгі, щоб його зберегти: щонайбільше ${filterAddressLengthMax} символів`,
  too_many_filters: `у вас уже ${savedFiltersMax} фільтрів, більше одна людина мати не може; спершу видаліть один із них`,

  labels_out_of_reach: 'змінювати мітки може адміністратор чи суперадміністратор',
  label_name: `назва мітки має від 1 до ${labelLengthMax} символів без ком і керівних, і не лише «-»`,
  no_label: 'мітки «{name}» немає; перегляньте список міток',
  label_exists: 'мітка «{name}» вже є',
  too_many_labels: `міток уже ${labelsMax}, більше бути не може; спершу вилучіть одну`,
  too_many_label_rules: `правил для міток уже ${labelRulesMax}, більше бути не може; вилучіть одне або додайте зразки до наявного`,
  label_patterns: `правило має від 1 до ${labelPatternsMax} зразків по 1–${labelPatternLengthMax} символів, разом ${labelPatternsLengthMax}, і жоден не закінчується одним \\; * — будь-які символи, ? — один, \\ робить наступний звичайним`,
  no_label_rule: 'правила для міток із номером {id} немає',
  unknown_label_rows:
    'стільки ідентифікаторів не належать жодному рядку: {count}, перший — «{rowId}»; нічого не позначено: в ідентифікаторі 16 цифр, 0-9 і a-f',
  too_many_label_rows: `це більше ніж ${labelRowsMax} рядків; дайте їх кількома списками`,

  editions_out_of_reach: 'змінювати видання може адміністратор чи суперадміністратор',
  edition_slug: 'коротка назва видання має від 1 до 40 символів a-z, 0-9 і -, без - скраю, наприклад english-items',
  edition_variant: 'варіант видання має від 1 до 40 символів a-z, 0-9, _ і -, наприклад english_items',
  edition_words: `видання потребує назви від 1 до ${editionLabelLengthMax} символів одним рядком; опис і «для кого» мають щонайбільше ${editionWordsLengthMax}, без керівних символів`,
  too_many_editions: `видань уже ${editionsMax}, більше бути не може; спершу вилучіть одне`,
  too_many_edition_rules: `правил у виданні може бути щонайбільше ${editionRulesMax}`,
  edition_rule: 'правило видання не діє: {fault}',
  edition_exists: 'видання {slug} вже є; щоб його змінити, спершу вилучіть його',
  unknown_edition: 'видання {slug} немає; перегляньте список видань',

  releases_out_of_reach: 'публікувати може адміністратор чи суперадміністратор',
  release_version:
    'версія має від 1 до 32 символів a-z, A-Z, 0-9 і . _ + -, починається з літери чи цифри й не закінчується крапкою, наприклад v2.6.2',
  release_notes: `опис випуску має щонайбільше ${releaseNotesLengthMax} символів, без керівних`,
  release_reason: `скажіть чому, від 1 до ${releaseReasonLengthMax} символів; це прочитають гравці`,
  publishing: 'саме створюється інший випуск; спробуйте, коли він буде готовий',
  release_exists: 'випуск {version} уже є; версію не вживають двічі',
  release_withdrawn: 'випуск {version} уже відкликано',
  nothing_published: 'ще нічого не опубліковано',
  release_address: 'це не адреса теки; дайте таку, як https://example.org/releases',
  no_release: 'випуску {version} немає; перегляньте список випусків',

  damaged_file: '{damage}; нічого не змінено',
  skippable_damage: '{damage}; нічого не змінено; позначте пропуск пошкодженого, щоб імпортувати решту',
  no_file: 'файлу {path} немає; перевірте назву',
  is_folder: '{path} — тека; назвіть файл',
  unreadable: '{path} не вдається прочитати; перевірте права',
  disk_full: 'на диску немає місця; нічого не змінено: звільніть місце й спробуйте ще раз',
  interrupted: 'перервано; нічого наполовину зробленого не лишилося, запустіть ще раз',
  may_not_import: '{name} не може імпортувати: для цього потрібен активний адміністратор або суперадміністратор',
  too_many_files: 'рядки називають понад {max} різних файлів; приберіть із файлу стовпець із назвами файлів',
  translated_file: '{file}: це перекладений файл, який зробив windrow; дайте незмінений файл гри',
  carries_translations:
    '{file}: {carried} із {changed} змінених текстів — переклади цього сховища, тож це перекладений файл, який зробив windrow; дайте незмінений файл гри',
  looks_wrong: 'без оригіналу лишилося б рядків: {lost} з {rows}, тож це, схоже, не той файл; нічого не змінено',
  rows_overtaken: `під час імпорту змінено налаштування або відновлено сховище; ${NOTHING_CHANGED}`,
  captions_overtaken: `caption_policy тим часом змінено; ${NOTHING_CHANGED}`,
  merge_too_many_labels:
    'разом із файлом було б міток: {labels} (щонайбільше {labelsMax}) і правил: {rules} (щонайбільше {rulesMax}); нічого не змінено: вилучіть зайві тут, або в іншому сховищі й експортуйте ще раз',
  merge_overtaken: `під час злиття змінено якийсь рядок або мітку; ${NOTHING_CHANGED}`,
  person_overtaken: `під час злиття додано людину на ім’я {name}; ${NOTHING_CHANGED}`,
  translations_interrupted:
    'перервано; файли гри імпортовано, переклади лишилися, як були: імпортуйте переклади ще раз',
  translations_left_out: '{why}; файли гри імпортовано, переклади лишилися, як були: імпортуйте переклади ще раз',
  may_not_revert:
    '{name} не може відкликати роботу: для цього потрібен активний модератор, адміністратор або суперадміністратор',
  may_not_revert_approved:
    '{name} не може відкликати схвалене іншими: для цього потрібен адміністратор або суперадміністратор',
  damaged_template: '{damage}; нічого не записано: дайте незмінений файл гри',
  template_translated: '{path}: це перекладений файл, який зробив windrow; дайте незмінений файл гри',
  no_templates: 'незмінених файлів гри тут більше немає, або тексти взято з інших файлів; імпортуйте файли гри ще раз',
  installed_elsewhere: 'перекладені файли стоять у {folder}; спершу приберіть їх звідти',
  no_game_there: 'у {folder} немає {name}; вкажіть теку з текстами гри',
  game_patched: '{name} — не той файл ({slot}), що імпортовано (вийшов патч?); спершу імпортуйте {path}',
  kept_file_lost: 'збережений незмінений {name} зник або пошкоджений; відновіть гру лаунчером і спробуйте ще раз',
  game_file_changed: '{path} тим часом змінився, тож лишається як є; спробуйте ще раз, коли лаунчер закінчить',
  game_file_open: '{path} відкрито в іншій програмі, можливо, у грі: закрийте його там і спробуйте ще раз',
  game_read_only: 'у {folder} не можна записувати; перевірте права доступу, нічого не змінено',
  nothing_installed: 'у грі немає нічого від windrow',

  backup_under_way: 'резервна копія саме робиться; погляньте за мить',
  no_room_for_backup:
    'на диску теки {folder} менше вільного місця, ніж займає сховище; копію не зроблено: звільніть місце',
  damaged_pages: 'сховище пошкоджено ({problem}); зробити його копію не можна, а попередні копії лишаються',
  backup_of_damaged:
    'сховище пошкоджено ({problem}); те, що в ньому є, лежить у {path}, так само пошкоджене: збережіть попередні копії',
  backup_not_read_back:
    'копію записано, але перечитати її як слід не вдалося ({problem}); перевірте диск {folder}, нічого не збережено',

  run_stopped: 'його зупинено передчасно; нічого наполовину зробленого не лишилося, тож почніть знову',
  run_not_followed: 'його не вдалося запустити або простежити до кінця: {reason}',
  report_unreadable: 'його завершено, але звіт не вдалося прочитати',
}
