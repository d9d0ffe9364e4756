/** Two runs or conditions side by side. */
export const compare = {
  heading: 'Compare',
  atHand: {
    gone: {
      what: 'This run is not stored in this browser, or it was deleted.',
      next: 'Choose another run, or import its file.',
    },
    noRecorded: (name: string) => ({
      what: `No recorded run called “${name}” comes with this version of the page.`,
      next: 'Choose another run.',
    }),
  },
} as const;
