// Files dropped on a form with class "takes-files", or on a text field that reads one: each goes to the field whose data-names
// matches its name, else to the field under it, else to the first empty one. A folder is taken by the browser itself, on a field for one,
// because a script cannot hand on where its files lie. Without scripts, the browser's pickers take a file each.

/** Finds the upload field by the file's name, as on the server. */
function slotOf(name, { diff, chinese, official, further }) {
  if (new RegExp(further, 'i').test(name)) return 'also'
  if (new RegExp(official, 'i').test(name)) return 'official'
  const isDiff = new RegExp(diff, 'i').test(name)
  if (new RegExp(chinese, 'i').test(name)) return isDiff ? 'reference-diff' : 'reference'
  return isDiff ? 'diff' : 'main'
}

const MANY = new Set(['official', 'also'])

for (const field of document.querySelectorAll('input[data-slots]')) {
  const slots = JSON.parse(field.dataset.slots)
  const list = field.form.querySelector('.taken')
  const button = field.form.querySelector('button.primary')
  const show = () => {
    const found = [...field.files].map(({ name }) => ({ name, slot: slotOf(name, slots) }))
    const isTwice = ({ slot }) => !MANY.has(slot) && found.filter((each) => each.slot === slot).length > 1
    const lines = found.map((each) => {
      const words = `${each.name}: ${slots.words[each.slot]}`
      return made('li', { textContent: isTwice(each) ? `${words} (${slots.twice})` : words })
    })
    list.replaceChildren(...lines)
    button.disabled = found.some(isTwice)
  }
  field.addEventListener('change', show)
  // After Back, the browser may have kept a choice.
  show()
}

for (const field of document.querySelectorAll('label > input[type=file]')) {
  const show = () => {
    const names = [...field.files].map(({ name, webkitRelativePath }) => webkitRelativePath.split('/')[0] || name)
    field.parentElement.dataset.files = [...new Set(names)].join(', ')
  }
  field.addEventListener('change', show)
  show()
}

const isForFolder = ({ target }) => target.webkitdirectory === true

const over = (form, isOver) => form.classList.toggle('over', isOver)

function fieldFor(form, file, target) {
  const fields = [...form.querySelectorAll('input[type=file]')]
  const named = fields.find(
    ({ dataset }) => (dataset.names ?? '') !== '' && new RegExp(dataset.names, 'i').test(file.name),
  )
  const dropped = target.closest('label')?.querySelector('input[type=file]')
  return named ?? dropped ?? fields.find(({ files }) => files.length === 0) ?? fields[0]
}

function give(field, file) {
  const list = new DataTransfer()
  if (field.multiple) for (const each of field.files) list.items.add(each)
  list.items.add(file)
  field.files = list.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

for (const form of document.querySelectorAll('form.takes-files')) {
  form.addEventListener('dragover', (event) => {
    if (isForFolder(event)) return
    event.preventDefault()
    over(form, true)
  })
  form.addEventListener('dragleave', () => over(form, false))
  form.addEventListener('drop', (event) => {
    if (isForFolder(event)) return
    event.preventDefault()
    over(form, false)
    for (const file of event.dataTransfer.files) {
      const field = fieldFor(form, file, event.target)
      if (field !== undefined) give(field, file)
    }
  })
}
