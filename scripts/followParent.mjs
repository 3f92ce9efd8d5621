// Loaded with --import: a process whose parent is gone ends itself, so that killing any process of a command, even with
// SIGKILL, leaves none behind. A signal to the parent alone is not enough for that, hence the polling.
const parent = process.ppid

const parentLives = () => {
  if (process.ppid !== parent) return false
  try {
    process.kill(parent, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const poll = setInterval(() => {
  if (parentLives()) return
  clearInterval(poll)
  process.kill(process.pid, 'SIGTERM')
}, 500)
poll.unref()
