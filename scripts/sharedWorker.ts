/**
 * For vitest's Node projects: test files run one after the other in a worker and share its modules, since loading those for each file takes
 * longer than most tests. A file that stubs a global, a clock or the environment restores it.
 */
export const sharedWorker = { isolate: false } as const
