// Runs before `npm start`, in JavaScript because an old Node reads nothing else: one line in place of its stack trace over TypeScript.
const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 24) {
  console.error(
    `error: windrow needs Node 24 or newer, and this is ${process.versions.node}; run npm ci --omit=dev, which brings the right one, and npm start again`,
  )
  process.exit(1)
}
