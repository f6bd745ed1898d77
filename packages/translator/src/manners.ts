// What servers and models do, as data: how an answer ends, what is wrapped around it, in which shapes its texts come, what a refusal says,
// when to ask again, which members are refused. The principles: whole and right answers outweigh any other sign; good words are listed,
// not bad ones; what windrow added itself is taken back first; the server's own words are always shown. Each row has a test
// (test/slow/manners.test.ts, test/unit/answer.test.ts, test/unit/server-words.test.ts).

// How an answer ends.

/** How servers call the end of an answer that the model ended itself, in small letters. Every other end may be within a text. */
export const WHOLE_ENDS: readonly string[] = [
  'stop stopped stop_sequence stop_sequence_reached stop_str stop_string stop_token stop_token_id stop_word stop_words model_stop',
  'end end_turn end_of_text endoftext end_of_turn end_of_message end_of_response end_of_sequence endofsequence im_end turn_end',
  'eos eos_token eos_token_id eos_found eot eot_id eom_id eos_reached eog natural natural_stop word normal ok success succeeded',
  'done complete completed completion finish finished final',
  'tool_calls tool_call tool_use function_call',
].flatMap((words) => words.split(' '))
/** Words by which servers say that the answer reached a limit of tokens. */
export const LENGTH_ENDS: readonly string[] = [
  'length limit max_length max_tokens max_output max_output_tokens maximum_tokens max_new_tokens',
  'model_length token_limit length_limit max_completion_tokens max_token context_length max_context_length incomplete',
].flatMap((words) => words.split(' '))
/** Words for an end by a filter. If they come before any text and the row is alone in its prompt, asking again gives the same. */
export const FILTERS = /filter|safety|recitation|prohibited|blocklist|sensitive|refusal/i
/** What parts of a stream say in place of an end, as long as the answer goes on. */
export const NO_ENDS: readonly string[] = ['', 'null', 'none', 'undefined']

/** A server's word for an end as the lists above spell it: `FINISH_REASON_STOP` and `end-turn` become `stop` and `end_turn`. */
export const endWord = (raw: string): string =>
  raw
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '_')
    .replace(/^(?:finish|stop)_reason_/, '')

// What is around the texts of an answer.

const THOUGHT = '(?:[a-z]+[:_])?(?:think|thinking|thoughts?|reasoning)'
const FIRST_THOUGHT =
  '(?:analysis|scratchpad|reflection|plan|chain[_-]of[_-]thought|cot|internal|reason|inner_monologue|monologue|deliberation|details)'

/** A tag that opens thoughts, or closes them, by the names of its groups. */
export const THOUGHT_TAG = new RegExp(
  String.raw`<\|?(?:\/\s*(?<closes>${THOUGHT})\s*\|?>|\s*(?<opens>${THOUGHT})\b[^<>]*>)`,
  'gi',
)
/**
 * The model's thoughts outside of a pair of such tags. Some servers omit the opening tag, some return all channels. If the answer is cut
 * inside, what is before stays.
 */
export const THOUGHTS: readonly RegExp[] = [
  /^[^]*<\|channel\|>\s*final\b[^<]*<\|message\|>/,
  /<\|channel\|>[^]*$/,
  /^\s*analysis[^]*assistantfinal/,
  /<\|channel>[^]*?(?:<channel\|>|$)/g,
  /<\|start_thinking\|>[^]*?(?:<\|end_thinking\|>|$)/gi,
  /^\s*\[unused16\][^]*?(?:\[unused17\]|$)/,
  /^\s*Thinking(?:\.\.\.|…)[^]*?(?:\n(?:\.\.\.|…)done thinking\.|$)/i,
  /^[^]*<\|end_of_thought\|>(?:\s*<\|begin_of_solution\|>)?/,
  // Of brackets only these, and only first: "[thought]" is also text of games.
  /^\s*\[(THINK|REASONING)\](?:[^]*?\[\/\1\]|[^]*$)/,
  /^\s*(?:◁think▷)?(?:[^]*?◁\/think▷|[^]*$(?<=◁think▷[^]*))/,
  new RegExp(String.raw`^[^]*<\|?\/${THOUGHT}\|?>`, 'i'),
  new RegExp(String.raw`<\|?${THOUGHT}\b[^<>]*>[^]*$`, 'i'),
  new RegExp(String.raw`^\s*<(${FIRST_THOUGHT})>(?:[^]*?<\/\1>|[^]*$)`, 'i'),
]

const ANSWER_TAG = '(?:output|answer|response|result|results|final|final_answer|translations)'
const PROMPT_MARK = String.raw`<\|[a-z_]{2,30}\|>`
/** Marks of the model's own prompt format, and tags, that are left over before the answer. */
export const LEFT_BEFORE = new RegExp(String.raw`^(?:\s*(?:${PROMPT_MARK}|<s>|<${ANSWER_TAG}>))+\s*`, 'i')
/** One of those that are left over behind it, without the blank space around. */
export const LEFT_BEHIND = new RegExp(
  String.raw`(?:${PROMPT_MARK}|<\/s>|<(?:end_of_turn|eos)>|<\/${ANSWER_TAG}>)$`,
  'i',
)
export const leftBehindCharactersMax = 40
/** An answer in a box of TeX. */
export const BOXED = /^\s*\\boxed\{([^]*)\}\s*$/

// The shapes of complete answers.

export const NUMBER_NAMES: readonly string[] = 'n id number no num index idx i key line row line_number'.split(' ')
/** Names under which an answer has its text, the preferred one first. */
export const TEXT_NAMES: readonly string[] =
  'verdict translation translated translated_text translation_text target target_text tgt text value output result content'.split(
    ' ',
  )
/** Names under which models repeat what they were given, or speak beside the text; a single other name is that of the text: a language. */
export const SOURCE_NAMES = /^(?:source|src|source_text|original|input|en|english|zh|chinese)$/i
export const OTHER_NAMES = /^(?:notes?|comment|error|status|reason|type|lang|language)$/i

const NAME_OF_KEY = '(?:line|text|row|item|translation|key|string|str|entry|segment|seg|sentence|id|no|n|t|s)'
/** A number as a member's name: `1`, `01`, `#1`, `1.`, `line_1`. */
export const KEY = String.raw`(?:${NAME_OF_KEY}[ _.-]?|[#№])?0*(\d{1,4})[.):]?`

/** Lines of a number and a text, with the separators and decorations that models use. */
export const LINES: readonly RegExp[] = [
  /^\s*(\d{1,4})(?:\t+|[.):]\s+| {2,}| \| )(.*)$/,
  /^\s*(\d{1,4})\s*(?:→|⇒|->|=>)\s*(.*)$/,
  /^\s*\*\*(\d{1,4})[.):]?\*\*[.):]?\s+(.*)$/,
]

/** More of them, which may be part of a text: they count only where all lines have one, in order. */
const NAME_OF_LINE = String.raw`(?:line|text|row|item|no\.?|рядок)`
const EMPHASIS = '[*_`]{0,2}'
export const RARE_LINES: readonly RegExp[] = [
  new RegExp(
    String.raw`^\s*(?:[-*•]\s+)?${EMPHASIS}${NAME_OF_LINE}\s*[#№]?(\d{1,4})${EMPHASIS}\s*[.):：\t–—-]+${EMPHASIS}\s*(.*)$`,
    'i',
  ),
  new RegExp(String.raw`^\s*(?:[-*•]\s+)${EMPHASIS}(\d{1,4})${EMPHASIS}\s*[.):：]+${EMPHASIS}\s*(.*)$`),
  /^\s*[*_`]{1,2}(\d{1,4})\s*[.):：]+[*_`]{1,2}\s*(.*)$/,
  /^\s*[[(（【<](\d{1,4})[\])）】>]\s*[:：.]?\s*(.*)$/,
  /^\s*[#№](\d{1,4})\s*[.):：\t–—-]*\s+(.*)$/,
  /^\s*(\d{1,4})(?:\\t|\s*[、：]\s*| (?:-|–|—|=|==|:|::|\|\|) )(.*)$/,
  /^\s*(\d{1,4})[;|](.*)$/,
]

/** The same, with each text in quotes: CSV, and YAML with its numbers in quotes. */
export const QUOTED_LINES: readonly RegExp[] = [
  /^\s*(?:-\s+)?["']?(\d{1,4})["']?\s*[,:;|]\s*"((?:\\"|""|[^"])*)",?\s*$/,
]

/** Marks that models put around a whole text; they are taken off where its source has none. */
export const WRAPPED: readonly RegExp[] = [
  /^\s*(["„“«])([^]*)(["”“»])([.!?…]?)\s*$/,
  /^\s*(['‘‚‹])([^]*)(['’‘›])([.!?…]?)\s*$/,
  /^\s*([「『《])([^]*)([」』》])()\s*$/,
  /^\s*(\*\*|\*|__|`)([^]*)(\1)()\s*$/,
]

/** Lines in pairs: a number by itself, and below it its text. */
export const PAIRED_LINES =
  /^[^\S\n]*(?:#{1,4}\s*|[[(])?(\d{1,4})[\]).:]*[ \t]*\n(?!\s*(?:#{1,4}\s*|[[(])?\d{1,4}[\]).:]*[ \t]*$)(.+)$/gm

const TAG = '(?:text|line|row|item|translation|segment|seg|string|entry|target|t|s|p)'
/** Rare forms of an answer: members in other quotes, and texts in tags. */
export const OTHER_MEMBERS: readonly RegExp[] = [
  /“(\d{1,4})”\s*:\s*“([^”]*)”(?=\s*[,}])/g,
  /'?\b(\d{1,4})'?\s*:\s*'((?:[^'\\]|\\.)*)'(?=\s*(?:,\s*'?\d|,?\s*\}))/g,
  new RegExp(
    `<${TAG}\\s+(?:id|n|no|num|number|index|key|name|line)=["']?(\\d{1,4})["']?\\s*>([^<]*(?:<(?!/?${TAG}\\b)[^<]*)*)</${TAG}>`,
    'g',
  ),
  /<tr>\s*<td>\s*(\d{1,4})\s*<\/td>\s*<td>([^<]*(?:<(?!\/?t[dr]\b)[^<]*)*)<\/td>\s*<\/tr>/g,
  /<(\d{1,4})>([^<]*(?:<(?!\/?\d{1,4}>)[^<]*)*)<\/\1>/g,
]

// What a refusal says, and how often that may come right.

/** Names of members in which a server's words are found, or an object with them. */
export const WORD_NAMES: readonly string[] = (
  'error message msg detail details errors messages error_msg error_description error_message errmsg err base_resp status_msg ' +
  'title reason fault faultstring metadata raw'
).split(' ')
export const STATUS_NAMES = ['code', 'status', 'status_code', 'statusCode', 'http_code'] as const

/** Statuses of an endpoint without structured output or streaming, unless the message names another fault. */
export const FORM_STATUSES: readonly number[] = [400, 415, 422, 501]
export const ABOUT_FORM = /response_format|schema|structured|format|parameter|stream/i
export const ABOUT_GRAMMAR = /grammar|schema|response_format/i
export const ABOUT_MODEL =
  /model_not_found|model\b.*\b(?:not (?:found|exist|available)|unknown|invalid)|(?:unknown|invalid|no such) model/i
/** Wordings of servers for a prompt that is too long; what none of them finds is tried at half the length once (batch.ts). */
export const ABOUT_LENGTH: readonly RegExp[] = [
  /context[ _-]?(?:length|size|window|limit)|max(?:imum)? context/i,
  /(?:prompt|input|request|message|sequence|text)s? (?:is |are |was )?too (?:long|large)|context overflow|kv cache|\bn_ctx\b/i,
  /too many (?:input |prompt )?tokens|(?:input|prompt) tokens? (?:limit|exceed)|tokens in (?:the )?prompt/i,
  /reduce the (?:length|size|number)|shorten (?:the|your) (?:prompt|input|message)/i,
  /maximum (?:number of )?(?:(?:input|prompt|sequence|model|context) )*(?:tokens?|length)|resulted in \d+ tokens|length exceeds/i,
  /max_(?:new_tokens|seq_len|model_len|input_tokens|input_length|total_tokens|prompt_tokens)/i,
  /range of input length|(?:model )?token limit|(?:prompt|input|sequence|token) (?:length|count)\b.*(?:exceed|greater|longer|larger)/i,
  /(?:exceed\w*|longer than|greater than|larger than)\b.*(?:context|tokens|sequence length)/i,
  /上下文|(?:输入|长度|tokens?).*(?:超过|超出|过长|最大)|(?:超过|超出).*(?:长度|限制)|長さ.*超|長すぎ|너무 (?:길|깁|긴)|demasiado larg|zu lang\b|trop long/i,
]
/** Words about an allowance of tokens, which fills again; a request that is larger than all of it is named as such. */
export const ABOUT_RATE = /rate limit|quota|per (?:min|minute|second|hour)\b|\btpm\b/i
export const OVER_RATE = /too large|reduce/i
export const TOO_LARGE = 413
/** Statuses at which such words mean that the prompt was too long, and not that the server has a fault. */
export const LENGTH_STATUSES: readonly number[] = [200, 400, 402, 403, 404, TOO_LARGE, 422, 429, 500, 501, 503, 520]
/** Statuses that may mean a prompt that is too long, even if none of the listed wordings is there. */
export const DOUBTFUL_STATUSES: readonly number[] = [400, 422]
export const PASSING_STATUSES: readonly number[] = [200, 408, 409, 425, 429, 529]
/** Statuses that mean that no model was asked, in an answer with status 200 too. */
export const BUSY_STATUSES: readonly number[] = [429, 503, 529]
/** Statuses that a server has for an address it does not know. */
export const ADDRESS_STATUSES: readonly number[] = [404, 405]
/** Statuses that mean that a proxy on the way timed out. */
export const LATE_STATUSES: readonly number[] = [408, 504]
export const ABOUT_BILL =
  /insufficient[ _](?:quota|balance|funds|credit)|\bbilling\b|\bbalance\b|payment required|(?:out of|no) credits?|arrears|余额|欠费|充值/i
export const ABOUT_KEY = /api[ _-]?key|credentials|unauthori[sz]ed|authentication|permission[ _]denied|密钥/i
/** Words about a bill, a key, a day's allowance or a certificate: asking again does not help, unless the server says when. */
export const ABOUT_OWNER = new RegExp(
  [ABOUT_BILL.source, ABOUT_KEY.source, String.raw`certificate|per[ -]day|daily (?:limit|quota)`].join('|'),
  'i',
)
/** Error codes of connections that never come right: certificates, and TLS where the other end has none. */
export const WRONG_ADDRESS = /bad port|CERT|SELF_SIGNED|UNABLE_TO_|EPROTO|ERR_SSL|ERR_TLS|WRONG_VERSION|ERR_INVALID_URL/
/** What a connection ends with that the other side closes. */
export const BROKEN_OFF = /UND_ERR_SOCKET|ECONNRESET|EPIPE/

// When to ask again.

export const TIME = /(\d+(?:\.\d+)?)\s*(ms|milli|h|m|s)?/gi
export const SECONDS_OF: Readonly<Record<string, number>> = { ms: 0.001, milli: 0.001, s: 1, m: 60, h: 3_600 }
const SPAN = String.raw`(?:\d+(?:\.\d+)?\s*(?:milliseconds?|ms|hours?|h|minutes?|mins?|m|seconds?|secs?|s)[\s,]*(?:and )?)+`
/** Words that say how long to wait: `retryDelay` is Gemini's, the others are of OpenAI and many more. `unit`: that of a bare number. */
export const WAITS_IN_BODY: readonly { readonly words: RegExp; readonly unit: string }[] = [
  { words: /"retryDelay"\s*:\s*"([\d.]+s)"/, unit: '' },
  { words: /"retry_?after_?ms"\s*:\s*"?([\d.]+)/i, unit: 'ms' },
  { words: /"(?:retry_?(?:after|in)(?:_?seconds)?|wait(?:_?seconds)?|estimated_time)"\s*:\s*"?([\d.]+)/i, unit: 's' },
  {
    words: new RegExp(
      String.raw`(?:again|retry|wait|resets?)\s+(?:in|after|for)?\s*(?:about|around|~)?\s*(${SPAN})`,
      'i',
    ),
    unit: '',
  },
  { words: /(\d+)\s*秒/, unit: 's' },
]
/** Words that say until when to wait. */
export const WAIT_UNTIL =
  /(?:again|retry|wait|resets?)\s+(?:at|after|until)\s+(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d))/i
/** Headers that tell when an allowance is full again; used only if nothing else says when. A wait of a whole day is not made. */
export const RESET_HEADERS = /^(?:x-)?ratelimit(?:$|-reset)|^anthropic-ratelimit-.*-reset$/
export const resetSecondsMax = 600

// What is taken back.

interface TakenBack {
  readonly name: string
  /** What a server says when it refuses this member. */
  readonly named: RegExp
  /** The values of which this is true; absent: all. */
  readonly is?: readonly unknown[]
  /** The member's other name, which is tried instead; null: it is left out. */
  readonly instead: string | null
}

/** Members that a refused request is sent again without: windrow or a package added them unasked, or the model works without them. */
export const TAKEN_BACK: readonly TakenBack[] = [
  { name: 'chat_template_kwargs', named: /chat_template_kwargs/, instead: null },
  { name: 'stream_options', named: /stream_options|include_usage/, instead: null },
  { name: 'max_tokens', named: /max_completion_tokens/, instead: 'max_completion_tokens' },
  { name: 'reasoning_effort', named: /reasoning_effort/, is: ['none'], instead: null },
]
/** What a server says whose model knows no system message; its words then go first in the user's. */
export const ABOUT_SYSTEM = /system (?:role|message|prompt)|'system'|roles must alternate/i
export const REFUSALS: readonly number[] = [400, 422, 500, 501]
