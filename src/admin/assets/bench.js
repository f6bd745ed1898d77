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
  const line = made('div', { className, textContent: text })
  line.setAttribute('role', role)
  document.querySelector('#desk > .alert, #desk > .note')?.remove()
  document.getElementById('desk')?.prepend(line)
}

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
    check(area, 0)
  }
  const cursor = [area.selectionStart, area.selectionEnd]
  area.focus()
  if (wasFolded) area.setSelectionRange(area.value.length, area.value.length)
  else area.setSelectionRange(...cursor)
  return area
}

document.addEventListener('click', (event) => {
  const ticks = event.target instanceof Element ? event.target.closest('button[data-ticks]') : null
  if (ticks === null) return
  const boxes = [...ticks.form.querySelectorAll('input[name=tick]')]
  const meant = ticks.dataset.ticks === 'all' ? boxes : boxes.filter((box) => box.dataset.cosmetic !== undefined)
  const isOn = meant.some((box) => !box.checked)
  for (const box of meant) box.checked = isOn
})

document.addEventListener('click', (event) => {
  const button =
    event.target instanceof Element
      ? event.target.closest('button[data-insert], button[data-fill], button[data-opens]')
      : null
  if (button === null) return
  if (button.dataset.insert !== undefined) insert(button.dataset.insert)
  else if (button.dataset.fill !== undefined) insert(button.dataset.fill, { replacing: true })
  else openField()
})

// ---------------------------------------------------------------- live findings: no old answer beside a new text
const waitMs = 250
let timer
let asking

const hint = (text) => made('p', { className: 'hint', textContent: text })

/** What the checks found is read aloud, so it is replaced only by another text; the rest beside it always. */
function show(found, ...rest) {
  const live = document.getElementById('live')
  const place = document.getElementById('found')
  if (live === null || place === null) return
  if (found.innerHTML !== place.innerHTML) place.replaceChildren(...found.childNodes)
  place.classList.remove('old')
  for (const each of live.querySelectorAll(':scope > :not(#found)')) each.remove()
  live.append(...rest)
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
      (seconds) => say(said('The server takes no more just now. This is checked again by itself in {0} s.', seconds)),
    )
    if (!answer.ok) throw new Error(String(answer.status))
    const [found, ...rest] = made('div', { innerHTML: await answer.text() }).children
    if (!mine.signal.aborted) show(found, ...rest)
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
  if (event.target === field()) check(event.target)
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

function loadLike() {
  const place = document.getElementById('like')
  if (place !== null) void load(place, place.dataset.from)
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-asks]') : null
  if (button === null) return
  event.preventDefault()
  const { csrf, row } = button.form.elements
  const body = new URLSearchParams({ csrf: csrf.value, row: row.value, part: 'on' })
  const place = document.getElementById('draft')
  place.replaceChildren(made('p', { className: 'hint', textContent: said('The model is writing…') }))
  void load(place, button.formAction, { method: 'POST', body }).then(() => {
    if (place.childElementCount > 0) return
    const failed = said('The server did not answer; nothing was lost. Try again.')
    place.replaceChildren(made('p', { className: 'hint', textContent: failed }), button)
  })
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
  KeyS: () => press(document.querySelector('#desk [data-stay]')),
  KeyO: () => press(document.querySelector('#desk [data-key=copy]')),
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
  if (digit !== undefined)
    return press(document.querySelectorAll('#desk .chips [data-insert]')[Number(digit) - 1] ?? null)
  return Object.hasOwn(WRITING, event.code) ? WRITING[event.code]() : false
}

/** An empty reason is refused here, beside its field. */
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('.reject button:not([name])') : null
  if (button === null) return
  const { reason } = button.form.elements
  reason.required = true
  if (!reason.reportValidity()) event.preventDefault()
  reason.required = false
})

const isOnControl = (target) => target.closest('a, button, summary, input, select, label') !== null

function onLetter(event) {
  if (event.key === 'Enter') return !isOnControl(event.target) && openField() !== null
  if (event.key === '?' || (event.code === 'Slash' && event.shiftKey)) return showKeys()
  if (!areLettersOn() || event.shiftKey) return false
  const found = [...document.querySelectorAll(`#bench [data-code="${event.code}"]`)].find(isShown)
  if (found === undefined) return event.code === 'KeyE' && openField() !== null
  // While a text is unsaved, keys must neither leave the row nor decide.
  if (!isUnsaved(field())) return press(found)
  announce(said('Your text is not saved, so single letters do nothing. Save it, or put it back as it was.'))
  return true
}

document.addEventListener('keydown', (event) => {
  if (bench() === null || event.isComposing || document.querySelector('dialog[open]') !== null) return
  const typing = isTyping(event.target)
  if (event.key === 'Escape' && typing) {
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
  ['r', said('Reject: Enter takes the last reason, typing replaces it')],
  ['j', said('Skip to the next')],
  ['k', said('Back to the one before')],
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
  ['Ctrl+K', said('See how words of the source were put elsewhere')],
  ['Esc', said('Leave the field')],
]

const made = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

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
    made('p', {
      className: 'hint',
      textContent: said('Letters are places on the keyboard: they work in every layout.'),
    }),
    made('dl', {}, ...rows),
    made('p', {}, made('label', { className: 'check' }, box, ` ${said('Single letters do something')}`)),
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
  announce(said('The server takes no more just now. This is sent again by itself in {0} s.', seconds))
  setTimeout(() => {
    isWaiting = false
    const button = triggeringEvent?.submitter ?? elt
    button.click()
  }, seconds * 1000)
}

document.addEventListener('htmx:beforeRequest', (event) => {
  if (isWaiting) event.preventDefault()
  else typedAtMs = 0
})

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
  loadLike()
  forgetWhatWasDone()
  if (!isNext && showComment()) return
  const alert = document.querySelector('#desk > .alert')
  if (isNext || alert !== null || bench().dataset.matter === 'write') focusNext(alert)
}

/** A comment that the address names, also where the parts are tabs. */
function showComment() {
  const comment = location.hash === '' ? null : document.getElementById(location.hash.slice(1))
  if (comment?.closest('.side-pane') == null) return false
  document.querySelector('.tabs [value=side]').checked = true
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
  } else (alert ?? document.getElementById('desk'))?.focus({ preventScroll: alert === null })
}

/** The last step is shown once: not after Back, a reload, or in a shared address. */
function forgetWhatWasDone() {
  const address = new URL(location.href)
  for (const name of ['did', 'on', 'of', 'step', 'rows', 'left', 'many']) address.searchParams.delete(name)
  if (address.href !== location.href) history.replaceState(history.state, '', address)
}
