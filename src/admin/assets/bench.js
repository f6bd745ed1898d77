// The workbench with scripts: htmx replaces its part of the page (layout.ts); this file adds keys, help in the field
// and live findings. Listeners are on the document, so they survive that.

document.documentElement.classList.add('js')

const bench = () => document.getElementById('bench')
const field = () => document.getElementById('text')
const isTyping = (target) =>
  target instanceof HTMLElement &&
  /^(TEXTAREA|SELECT)$|^INPUT$/.test(target.tagName) &&
  !/^(checkbox|radio)$/.test(target.type)
const isShown = (element) => element !== null && element.getClientRects().length > 0

function announce(text, { role = 'status', className = 'note' } = {}) {
  const line = made('div', { className, role, textContent: text })
  document.querySelector('.sheet > .alert, .sheet > .note')?.remove()
  document.querySelector('.sheet')?.prepend(line)
}

/** On the document, because htmx replaces what is clicked. */
const onClick = (selector, act) =>
  document.addEventListener('click', (event) => {
    const clicked = event.target instanceof Element ? event.target.closest(selector) : null
    if (clicked !== null) act(clicked, event)
  })

// ---------------------------------------------------------------- the field
/** Inserts at the cursor, like typing, so that Ctrl+Z takes it back. */
function insert(text, { replacing = false } = {}) {
  const area = openField()
  if (area === null) return
  if (replacing) area.select()
  if (!document.execCommand('insertText', false, text)) {
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** The field is open with a text that was not saved, or was refused. */
function isUnsaved(area) {
  return isShown(area) && (area.value !== area.defaultValue || area.getAttribute('aria-invalid') === 'true')
}

function openField() {
  const area = field()
  if (area === null) return null
  const folded = area.closest('details')
  const wasFolded = folded !== null && !folded.open
  if (wasFolded) {
    folded.open = true
    draw()
    check(area, 0)
  }
  const cursor = [area.selectionStart, area.selectionEnd]
  area.focus()
  if (wasFolded) area.setSelectionRange(area.value.length, area.value.length)
  else area.setSelectionRange(...cursor)
  return area
}

onClick('button[data-ticks]', ({ form, dataset }) => {
  const boxes = [...form.querySelectorAll('input[name=tick]')]
  const meant = dataset.ticks === 'all' ? boxes : boxes.filter((box) => box.dataset.cosmetic !== undefined)
  const isOn = meant.some((box) => !box.checked)
  for (const box of meant) box.checked = isOn
})

onClick('button[data-insert], button[data-fill], button[data-opens]', ({ dataset }) => {
  if (dataset.insert !== undefined) insert(dataset.insert)
  else if (dataset.fill !== undefined) insert(dataset.fill, { replacing: true })
  else openField()
})

// ---------------------------------------------------------------- under the field: a layer of the same measures
/** Letters that the eye cannot tell, without those that join others, and spaces at the ends of a line or one after another. */
const UNSEEN =
  /[[\p{Default_Ignorable_Code_Point}\p{Zs}]--[ \u200c\u200d\p{Variation_Selector}]]|^ +| +(?=\n)|(?<= ) +(?! *$)/gmv
const SIGNS = { ' ': '␣', '\u00ad': '¬' }
const signOf = (letter) => SIGNS[letter] ?? (/\p{Zs}/u.test(letter) ? '⍽' : '·')

const chips = () => [...document.querySelectorAll('#desk .chips [data-insert]')]
const tagsOf = () => chips().map(({ dataset }) => dataset.insert)

/** A text cut into tags, unseen letters and the rest, each to be drawn. */
function pieces(text) {
  const tags = tagsOf().toSorted((a, b) => b.length - a.length)
  const marks = tags.flatMap((tag) => {
    const found = []
    for (let at = text.indexOf(tag); at >= 0; at = text.indexOf(tag, at + tag.length)) found.push([at, tag, 'token'])
    return found
  })
  for (const { 0: run, index } of text.matchAll(UNSEEN))
    for (const [i, letter] of [...run].entries()) marks.push([index + i, letter, 'unseen'])
  const drawn = []
  let from = 0
  for (const [at, textContent, className] of marks.toSorted(([a], [b]) => a - b)) {
    if (at < from) continue
    const mark = made('i', { className, textContent })
    if (className === 'unseen') mark.dataset.sign = signOf(textContent)
    drawn.push(text.slice(from, at), mark)
    from = at + textContent.length
  }
  return [...drawn, text.slice(from)]
}

/** Draws what stands in the field once more below it, with the ghost behind it, and shows the tags that are missing. */
function draw() {
  const area = field()
  if (area === null) return
  for (const chip of chips()) chip.hidden = area.value.includes(chip.dataset.insert)
  const rest = ghostFor(area)
  const ghost =
    rest === '' ? [] : [made('span', { className: 'ghost' }, ...pieces(rest)), made('kbd', { textContent: 'Tab' })]
  area.parentElement.querySelector('.under').replaceChildren(...pieces(area.value), ...ghost, '\u200b')
  const hint = document.getElementById('ghost')
  const isOffered = rest !== '' && area.value === ''
  if (isOffered === hint.childNodes.length > 0) return
  const hasTouch = matchMedia('(pointer: coarse)').matches
  const take = made('button', {
    type: 'button',
    className: 'chip',
    textContent: said('Take the grey text in the field'),
  })
  take.addEventListener('click', () => insert(ghostFor(field())))
  const words = hasTouch ? take : said('Tab takes the grey text, Ctrl+→ a word, Esc dismisses it')
  hint.replaceChildren(...(isOffered ? [words] : []))
}

// ---------------------------------------------------------------- the ghost: a text of memory, or a machine's draft, grey in the
// field until it is taken
/** The row whose ghost was put away. */
let laidDown = null

/** What is left of the best text that is known, behind what was typed; '' where there is none. Words that differ are passed over. */
function ghostFor(area) {
  const best = document.querySelector('#bench [data-ghost]')?.dataset.fill ?? ''
  const { value, defaultValue, selectionStart, form } = area
  const isUntouched = value !== '' && value === defaultValue
  if (best === '' || isUntouched || isComposing || laidDown === form.elements.row.value) return ''
  if (document.activeElement === area && selectionStart !== value.length) return ''
  if (best.startsWith(value)) return best.slice(value.length)
  const tail = /\S+\s+\S*$/.exec(value)?.[0] ?? ''
  const at = tail.length < 4 ? -1 : best.indexOf(tail)
  return at < 0 || best.includes(tail, at + 1) ? '' : best.slice(at + tail.length)
}

let isComposing = false
for (const [event, is] of [
  ['compositionstart', true],
  ['compositionend', false],
])
  document.addEventListener(event, () => {
    isComposing = is
    draw()
  })

document.addEventListener('selectionchange', () => {
  if (document.activeElement === field()) draw()
})

/** Tab takes the ghost, Ctrl+→ a word of it, Esc dismisses it and leaves the field, which Tab passes by then. */
const TAKES = {
  Tab: (rest) => insert(rest),
  ArrowRight: (rest) => insert(/^\s*\S+\s?/.exec(rest)?.[0] ?? rest),
  Escape() {
    const area = field()
    laidDown = area.form.elements.row.value
    area.blur()
    draw()
  },
}

function onGhost(event) {
  if (event.target !== field() || !Object.hasOwn(TAKES, event.key)) return false
  if (event.shiftKey || event.altKey || event.ctrlKey !== (event.key === 'ArrowRight')) return false
  const rest = ghostFor(event.target)
  if (rest === '') return false
  TAKES[event.key](rest)
  return true
}

// ---------------------------------------------------------------- live findings: no old answer beside a new text
const waitMs = 250
let timer
let asking

const hint = (text) => made('p', { className: 'hint', textContent: text })

/** What the checks found is read aloud, so it is replaced only by another text; the length beside it and the game's box always. */
function show(found, length = '', box = null) {
  const live = document.getElementById('live')
  const place = document.getElementById('found')
  if (live === null || place === null) return
  if (found.innerHTML !== place.innerHTML) place.replaceChildren(...found.childNodes)
  place.classList.remove('old')
  for (const each of live.querySelectorAll(':scope > :not(#found)')) each.remove()
  live.append(length)
  if (box !== null) document.getElementById('box')?.replaceWith(box)
}

const say = (text) => show(made('div', {}, hint(text)))

function checking() {
  const place = document.getElementById('found')
  if (place === null || place.classList.contains('old')) return
  place.classList.add('old')
  for (const each of place.parentElement.querySelectorAll(':scope > :not(#found)')) each.remove()
  place.before(hint(said('Checking…')))
}

function check(area, afterMs = waitMs) {
  clearTimeout(timer)
  asking?.abort()
  checking()
  timer = setTimeout(() => void ask(area), afterMs)
}

async function ask(area) {
  const mine = new AbortController()
  asking = mine
  const { csrf, row } = area.form.elements
  const body = new URLSearchParams({ csrf: csrf.value, row: row.value, text: area.value })
  try {
    const answer = await fetchInTurn(
      area.form.dataset.check,
      { method: 'POST', body, signal: mine.signal },
      (seconds) => say(said('The server is busy. This will be checked again in {0} s.', seconds)),
    )
    if (!answer.ok) throw new Error(String(answer.status))
    const parts = made('div', { innerHTML: await answer.text() }).children
    if (!mine.signal.aborted) show(...parts)
  } catch {
    if (!mine.signal.aborted) say(said('Not checked: the server did not answer. It checks again when you save.'))
  }
}

/** Waits while the server takes no more, and asks again. */
async function fetchInTurn(address, options, tell = () => {}) {
  for (;;) {
    const answer = await fetch(address, options)
    const seconds = waitOf(answer.headers.get('Retry-After'))
    if (seconds === null) return answer
    tell(seconds)
    await new Promise((resolve, reject) => {
      const waited = setTimeout(resolve, seconds * 1000)
      options.signal.addEventListener('abort', () => {
        clearTimeout(waited)
        reject(options.signal.reason)
      })
    })
  }
}

/** Seconds; null: the server took the request. */
const waitOf = (retryAfter) => (retryAfter === null ? null : Math.max(1, Number(retryAfter)))

document.addEventListener('input', (event) => {
  if (event.target !== field()) return
  draw()
  check(event.target)
})

// ---------------------------------------------------------------- loaded after the row: translations of like texts,
// and of words
const loading = {}

/** Replaces a load for this place that has not ended. */
async function load(place, address, options = {}) {
  loading[place.id]?.abort()
  const mine = new AbortController()
  loading[place.id] = mine
  try {
    const answer = await fetchInTurn(address, { ...options, signal: mine.signal })
    const parts = answer.ok && !answer.redirected ? await answer.text() : ''
    if (!mine.signal.aborted) place.innerHTML = parts
  } catch {
    if (!mine.signal.aborted) place.replaceChildren()
  }
}

/** The tab that somebody chose; it stays chosen in the next rows that have it. */
let tabChosen = null
const tabOf = (name) => document.querySelector(`.beside [value=${name}]`)

document.addEventListener('change', ({ target }) => {
  if (target.name === 'beside') tabChosen = target.value
})

function chooseTab(name) {
  const tab = tabOf(name)
  if (tab !== null && !tab.parentElement.hidden) tab.checked = true
}

async function loadLike() {
  const place = document.getElementById('like')
  if (place === null) return
  await load(place, place.dataset.from)
  if (!place.isConnected) return
  const tab = tabOf('like').parentElement
  const count = tab.querySelector('b')
  const before = Number(count.textContent)
  count.textContent = before + place.querySelectorAll('.hit').length
  tab.hidden = count.textContent === '0'
  const isChosen = document.querySelector('.beside :checked') !== null
  if (!isChosen || (before === 0 && place.querySelector('.near') !== null)) chooseTab(tabChosen ?? 'like')
  draw()
}

onClick('button[data-asks]', (button, event) => {
  event.preventDefault()
  const { csrf, row } = button.form.elements
  const body = new URLSearchParams({ csrf: csrf.value, row: row.value, part: 'on' })
  const place = document.getElementById('draft')
  place.replaceChildren(hint(said('The model is writing…')))
  void load(place, button.formAction, { method: 'POST', body })
    .then(() => {
      if (place.childElementCount > 0) return
      place.replaceChildren(hint(said('The server did not answer; nothing was lost. Try again.')), button)
    })
    .then(draw)
})

let lookingUp

function showWords(afterMs) {
  const place = document.getElementById('put')
  const words = document.getElementById('words').value.trim()
  clearTimeout(lookingUp)
  lookingUp = setTimeout(() => void load(place, `${place.dataset.from}&text=${encodeURIComponent(words)}`), afterMs)
}

/** The words marked in the source; '' elsewhere. */
function markedWords() {
  const marked = getSelection()
  const isSource = marked.anchorNode?.parentElement?.closest('.source-text') ?? null
  return isSource === null ? '' : String(marked).trim()
}

/** Without words it asks for them. */
function lookUp(words) {
  const box = document.getElementById('words')
  if (box === null) return false
  if (words !== '') {
    box.value = words
    showWords(0)
  } else box.focus()
  return true
}

document.addEventListener('mouseup', () => {
  const words = markedWords()
  if (words !== '') lookUp(words)
})

document.addEventListener('input', (event) => {
  if (event.target.id === 'words') showWords(waitMs)
})

// ---------------------------------------------------------------- keys: by place on the keyboard, in every layout
const lettersOff = 'windrow-letters-off'
const areLettersOn = () => localStorage.getItem(lettersOff) === null

/** Keys that work in the field with Ctrl or Cmd. */
const WRITING = {
  Enter: () => press(document.querySelector('#desk [data-save]')),
  NumpadEnter: () => press(document.querySelector('#desk [data-save]')),
  KeyS: () => press(document.querySelector('#bench [data-stay]')),
  KeyO: () => press(document.querySelector('#bench [data-key=copy]')),
  KeyM: () => press(nextToTake()),
  KeyD: () => press(document.querySelector('#desk [data-key=draft]')),
  KeyK: () => lookUp(markedWords()),
}

/** A text of the same source first, then those of like ones; again: the one after. */
function nextToTake() {
  const offers = ['same', 'like'].flatMap((key) => [...document.querySelectorAll(`#bench [data-key=${key}]`)])
  const now = offers.findLastIndex(({ dataset }) => dataset.fill === field().value)
  return offers[(now + 1) % offers.length] ?? null
}

function press(element) {
  if (element === null) return false
  if (element.tagName === 'SUMMARY') return reject(element)
  if (element.tagName === 'INPUT') {
    for (let at = element.closest('details'); at !== null; at = at.parentElement.closest('details')) at.open = true
    element.focus()
    return true
  }
  // A click, not requestSubmit: htmx asks which button was clicked.
  element.click()
  return true
}

/** Selects the last reason: Enter takes it, typing replaces it. */
function reject(summary) {
  summary.parentElement.open = true
  const area = summary.parentElement.querySelector('textarea')
  if (area.value.trim() === '') area.value = area.dataset.last
  area.focus()
  area.select()
  return true
}

function onCtrl(event) {
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1]
  if (digit !== undefined) return press(chips()[Number(digit) - 1] ?? null)
  return Object.hasOwn(WRITING, event.code) ? WRITING[event.code]() : false
}

/** htmx asks only the buttons within a form which of them was clicked; those beside it are clicked there. */
onClick('button[form=desk]', (button, event) => {
  if (button.form.contains(button)) return
  event.preventDefault()
  const within = button.cloneNode(true)
  within.hidden = true
  button.form.append(within)
  within.click()
})

/** An empty reason is refused here, beside its field. */
onClick('.reject button:not([name])', ({ form }, event) => {
  const { reason } = form.elements
  reason.required = true
  if (!reason.reportValidity()) event.preventDefault()
  reason.required = false
})

const isOnControl = (target) => target.closest('a, button, summary, input, select, label') !== null

function onLetter(event) {
  if (event.key === 'Enter') return !isOnControl(event.target) && openField() !== null
  if (event.key === '?' || (event.code === 'Slash' && event.shiftKey)) return showKeys()
  if (!areLettersOn() || event.shiftKey) return false
  const meant = [...document.querySelectorAll(`#bench [data-code="${event.code}"]`)]
  const found = meant.find(isShown) ?? meant.find((each) => each.closest('.rare') !== null)
  if (found === undefined) return event.code === 'KeyE' && openField() !== null
  // While a text is unsaved, keys must neither leave the row nor decide.
  if (!isUnsaved(field())) return press(found)
  announce(said('Your text is not saved, so single letters do nothing. Save it or undo your changes.'))
  return true
}

document.addEventListener('keydown', (event) => {
  if (bench() === null || event.isComposing || document.querySelector('dialog[open]') !== null) return
  if (onGhost(event)) {
    event.preventDefault()
    return
  }
  const typing = isTyping(event.target)
  if (event.key === 'Escape' && typing) {
    const folded = event.target.closest('#edit')
    if (folded !== null && !isUnsaved(event.target)) folded.open = false
    event.target.blur()
    return
  }
  if (event.target.name === 'reason' && event.key === 'Enter' && !event.shiftKey) {
    event.preventDefault()
    if (!event.repeat) press(event.target.closest('details').querySelector('button'))
    return
  }
  const isCtrl = (event.ctrlKey || event.metaKey) && !event.altKey
  if (event.target.id === 'words' && event.key === 'Enter') event.preventDefault()
  if (!isCtrl && (typing || event.altKey || event.ctrlKey || event.metaKey)) return
  if (event.repeat) return
  if (isCtrl ? field() !== null && onCtrl(event) : onLetter(event)) event.preventDefault()
})

// ---------------------------------------------------------------- the sheet of keys
const SHEET = [
  ['a', said('Approve, or: it still fits')],
  ['v', said('Mark a machine text as reviewed')],
  ['e', said('Edit')],
  ['Enter', said('Go into the field')],
  ['r', said('Reject: Enter repeats the last reason, typing replaces it')],
  ['j', said('Skip to the next')],
  ['k', said('Back to the previous one')],
  ['t', said('Thank the author of the text that was just approved')],
  ['l', said('Give the row a label')],
  ['u', said('Undo what was just done')],
  ['?', said('This sheet')],
  ['Ctrl+Enter', said('Save and next')],
  ['Ctrl+S', said('Save and stay at this text')],
  ['Ctrl+1 … 9', said('Insert the first … ninth tag')],
  ['Ctrl+O', said('Copy the source into the field')],
  ['Ctrl+M', said('Take the text of the same source or of a similar one; again: the next')],
  ['d, Ctrl+D', said('Ask for a machine draft; again: take it')],
  ['Ctrl+K', said('See how words of the source were translated elsewhere')],
  ['Tab', said('Take the grey text in the field')],
  ['Ctrl+→', said('Take a word of it')],
  ['Esc', said('Leave the field; dismiss the grey text')],
]

function showKeys() {
  document.getElementById('keys-sheet')?.remove()
  const box = made('input', { type: 'checkbox', checked: areLettersOn() })
  box.addEventListener('change', () => {
    if (box.checked) localStorage.removeItem(lettersOff)
    else localStorage.setItem(lettersOff, 'yes')
  })
  const rows = SHEET.flatMap(([key, does]) => [
    made('dt', {}, made('kbd', { textContent: key })),
    made('dd', { textContent: does }),
  ])
  const sheet = made(
    'dialog',
    { id: 'keys-sheet', ariaLabel: said('Keys') },
    made('h2', { textContent: said('Keys') }),
    hint(said('Letters are positions on the keyboard: they work in every layout.')),
    made('dl', {}, ...rows),
    made('p', {}, made('label', { className: 'check' }, box, ` ${said('Use single-letter keys')}`)),
    made('form', { method: 'dialog' }, made('button', { className: 'primary', textContent: said('Close') })),
  )
  document.body.append(sheet)
  sheet.showModal()
  return true
}

// ---------------------------------------------------------------- the part of the page that htmx replaces
/** An answer without the workbench (a sign-in, a fault) is loaded as a whole page. */
let cursor = null

document.addEventListener('htmx:beforeSwap', (event) => {
  const { xhr, requestConfig, pathInfo } = event.detail
  const { activeElement } = document
  cursor = activeElement?.tagName === 'TEXTAREA' ? [activeElement.selectionStart, activeElement.selectionEnd] : null
  if (xhr.responseText.includes('id="bench"')) {
    clearTimeout(timer)
    asking?.abort()
    loading.draft?.abort()
    return
  }
  event.detail.shouldSwap = false
  const seconds = waitOf(xhr.getResponseHeader('Retry-After'))
  if (seconds !== null) {
    sendAgain(seconds, requestConfig)
    return
  }
  if (requestConfig.verb === 'get') {
    location.assign(pathInfo.finalRequestPath)
    return
  }
  const form = event.detail.requestConfig.elt
  form.action = pathInfo.requestPath
  form.submit()
})

/** The server was busy and did nothing: the request is sent again, and no other until then. */
let isWaiting = false

function sendAgain(seconds, { triggeringEvent, elt }) {
  isWaiting = true
  announce(said('The server is busy. This will be sent again in {0} s.', seconds))
  setTimeout(() => {
    isWaiting = false
    const button = triggeringEvent?.submitter ?? elt
    button.click()
  }, seconds * 1000)
}

document.addEventListener('htmx:beforeRequest', (event) => {
  unfolded = event.detail.elt.closest('.rare') === null ? [] : rareFolds().map(({ open }) => open)
  if (isWaiting) event.preventDefault()
  else typedAtMs = 0
})

/** A form among the rare acts is answered in the same place, so that a second one can follow. */
let unfolded = []
const rareFolds = () => [...document.querySelectorAll('.rare, .rare details')]

// ---------------------------------------------------------------- an answer waits until the hands rest: words of one sentence
// must not end in the field of the next row
const restMs = 700
let typedAtMs = 0

document.addEventListener('input', ({ isTrusted }) => {
  if (isTrusted) typedAtMs = performance.now()
})

document.addEventListener('htmx:beforeOnLoad', (event) => {
  const { xhr, requestConfig } = event.detail
  const sinceMs = performance.now() - typedAtMs
  isWaiting = typedAtMs > 0 && sinceMs < restMs && requestConfig.verb === 'post'
  if (!isWaiting) return
  event.preventDefault()
  setTimeout(() => xhr.dispatchEvent(new ProgressEvent('load')), restMs - sinceMs)
})

for (const failure of ['htmx:sendError', 'htmx:timeout'])
  document.addEventListener(failure, () =>
    announce(said('The server did not answer; nothing was lost. Try again.'), { role: 'alert', className: 'alert' }),
  )

document.addEventListener('htmx:afterSettle', () => settle(true))
document.addEventListener('DOMContentLoaded', () => settle(false))

function settle(isNext) {
  if (bench() === null) return
  // The note of a page is true of that page; an answer to a step says its own above the texts.
  if (isNext) document.querySelector('main > .note')?.remove()
  document.querySelector('.queue [aria-current]')?.scrollIntoView({ block: 'nearest' })
  for (const [i, each] of rareFolds().entries()) each.open ||= unfolded[i] ?? false
  if (tabChosen !== null) chooseTab(tabChosen)
  void loadLike()
  draw()
  const area = field()
  // A draft, or what the browser kept: it was put back before this page listened.
  if (!isNext && area !== null && area.value !== area.defaultValue) check(area)
  forgetWhatWasDone()
  if (!isNext && showComment()) return
  const alert = document.querySelector('.sheet > .alert')
  if (isNext || alert !== null || bench().dataset.matter === 'write') focusNext(alert)
}

/** A comment that the address names, also where the parts are tabs. */
function showComment() {
  const comment = location.hash === '' ? null : document.getElementById(location.hash.slice(1))
  if (comment?.closest('.side-pane') == null) return false
  document.querySelector('.parts [value=side]').checked = true
  chooseTab('talk')
  comment.scrollIntoView()
  return true
}

/** After a refusal the cursor stays in the field and the alert is read aloud. Not on touch, where the field would hide it. */
function focusNext(alert) {
  const hasTouch = matchMedia('(pointer: coarse)').matches
  const typed = [document.querySelector('#desk [name=reason]'), field()].find(isShown)
  if (typed !== undefined && !hasTouch && (alert !== null || bench().dataset.matter === 'write')) {
    typed.focus()
    if (alert !== null) typed.setSelectionRange(...(cursor ?? [typed.value.length, typed.value.length]))
  } else (alert ?? document.getElementById('sheet'))?.focus({ preventScroll: alert === null })
}

/** The last step is shown once: not after Back, a reload, or in a shared address. */
function forgetWhatWasDone() {
  const address = new URL(location.href)
  for (const name of ['did', 'on', 'of', 'step', 'rows', 'left', 'many']) address.searchParams.delete(name)
  if (address.href !== location.href) history.replaceState(history.state, '', address)
}
