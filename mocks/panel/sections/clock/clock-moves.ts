/** How a clock runs, by what a person calls it, and what the mock is sent for it. */
export const modes = {
  Freeze: { body: { mode: 'frozen' }, done: 'The clock stands still.' },
  Resume: { body: { mode: 'running' }, done: 'The clock runs.' },
  'Back to now': { body: { mode: 'real' }, done: 'It shows real time again.' },
} as const

/** Steps, in seconds. */
export const steps = { '− 1 minute': -60, '+ 1 second': 1, '+ 1 minute': 60, '+ 1 hour': 3600, '+ 1 day': 86_400 }

/** Instants worth a visit. */
export const jumps = {
  '10 s before the removal': {
    body: { at: '2030-12-04T23:59:50Z' },
    done: 'Ten seconds until getPet is removed.',
  },
  '5 December 2030': {
    body: { mode: 'frozen', at: '2030-12-05T00:00:00Z' },
    done: 'It is 5 December 2030, and getPet is gone.',
  },
} as const
