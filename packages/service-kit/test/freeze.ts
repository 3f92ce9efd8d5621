import { readdirSync, readFileSync } from 'node:fs'

/** Returns the children of a process, and theirs. Only works on Linux. */
function childrenOf(pid: number): number[] {
  let own: number[]
  try {
    own = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    // It, or one of its threads, has just ended.
    return []
  }
  return own.flatMap((child) => [child, ...childrenOf(child)])
}

/** Signals a process, or one that has just ended. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Suspends a process and its children: they keep their connections and send nothing. Returns a function that resumes them. */
export function freeze(pid: number): () => void {
  // The parent first, so that no child is added.
  process.kill(pid, 'SIGSTOP')
  const children = childrenOf(pid)
  for (const child of children) signal(child, 'SIGSTOP')
  // The parent last: it forgets a child that had just ended, and then that one’s number may be another process’s.
  return () => {
    for (const each of [...children, pid]) signal(each, 'SIGCONT')
  }
}
