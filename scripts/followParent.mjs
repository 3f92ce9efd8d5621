// Loaded with --import: a process whose parent is gone exits, so that killing any process of a command, even with SIGKILL, leaves none
// behind. A signal to the parent is not enough for that, hence the polling.
import { readFileSync } from 'node:fs'

const lives = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Returns the name and parent of a process, on Linux; undefined when it is gone. */
const readProcess = (pid) => {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return { name, parent: Number(parent) }
  } catch {
    return undefined
  }
}

const parent = process.ppid

/** npm runs a script in a shell, and some shells stay between npm and us and outlive npm. Then npm has to be watched too. */
const shell = process.env.npm_lifecycle_event === undefined ? undefined : readProcess(parent)
const isShellBetween = ['sh', 'dash', 'ash', 'bash', 'busybox'].includes(shell?.name)

const isOrphan = () =>
  process.ppid !== parent || !lives(parent) || (isShellBetween && readProcess(parent)?.parent !== shell.parent)

const poll = setInterval(() => {
  if (!isOrphan()) return
  clearInterval(poll)
  process.kill(process.pid, 'SIGTERM')
}, 500)
poll.unref()
