/** What enters and leaves beside run files: shards to be merged, batches, other tools' tasks and logs. */
export const exchange = {
  heading: 'Take it elsewhere',
} as const;
