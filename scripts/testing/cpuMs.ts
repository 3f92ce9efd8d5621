import { readFileSync } from 'node:fs'

/** The kernel counts a process's time in these units on every Linux that runs Node. */
const ticksPerSecond = 100

/** Returns the time of ended children and their descendants, in milliseconds; 0 without `/proc`. */
const childrenMs = (): number => {
  try {
    // `man 5 proc_pid_stat`: after the name in parentheses come state (field 3) and the rest; cutime and cstime are 16 and 17.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return ((Number(fields[13]) + Number(fields[14])) / ticksPerSecond) * 1000
  } catch {
    return 0
  }
}

/**
 * Returns the processor time that this process and its ended children have used so far, in milliseconds. The difference of two calls is a
 * stage's usage. Processes whose parent was killed before it could wait for them are missing.
 */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + childrenMs()
}
