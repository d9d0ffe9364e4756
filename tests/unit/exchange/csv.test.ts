import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/analysis/row';
import {
  codebookCsv,
  codebookMarkdown,
  SAMPLE_COLUMNS,
  samplesCsv,
  tableCsv,
} from '../../../src/exchange/csv';
import { run, sample } from '../../fixtures/storage/build-run';

describe('tableCsv', () => {
  it('follows RFC 4180', () => {
    const columns = [{ name: 'a' }, { name: 'b,c' }];
    expect(
      tableCsv(columns, [
        ['plain', 'with "quotes"'],
        ['two\nlines', 'a,b'],
        [null, undefined],
        [1.5, true],
      ]),
    ).toBe('a,"b,c"\r\nplain,"with ""quotes"""\r\n"two\nlines","a,b"\r\n,\r\n1.5,true\r\n');
  });

  it('turns no text into a formula, and leaves numbers alone', () => {
    const given = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '"=1', 'a=1', -1];
    expect(
      tableCsv(
        [{ name: 'x' }],
        given.map((cell) => [cell]),
      ),
    ).toBe(
      'x\r\n\'=1+1\r\n\'+1\r\n\'-1\r\n\'@SUM(A1)\r\n\'\t=1\r\n"\'\r=1"\r\n"""=1"\r\na=1\r\n-1\r\n',
    );
  });
});

describe('samplesCsv', () => {
  it('writes every sample as a line', () => {
    const row = { trial: sample(0).trial, scale: 'openness', cluster: 'art' } as Row;
    const given = {
      ...run(0),
      samples: [
        sample(0, { bounds: [0.7, 0.8], prompt: '=HYPERLINK("x")' }),
        { ...sample(1), status: 'error' as const, answer: undefined, error: 'lost, twice' },
      ],
    };
    expect(samplesCsv(given, [row]).split('\r\n')).toEqual([
      'run,model,trial,item,scale,cluster,condition,repeat,order,status,answer,endorsed,correct,value,value_low,' +
        'value_high,probabilities,answer_mass,text,prompt,prompt_sha256,profile,tokens_prompt,tokens_cached,' +
        'tokens_completion,ms,error',
      'run-1,smollm2-135m,0000000000000000,item-0,openness,art,baseline,1,"yes,no",answered,yes,true,,0.75,0.7,0.8,' +
        'yes=0.75;no=0.25,0.9,,"\'=HYPERLINK(""x"")",,,20,10,0,12.5,',
      expect.stringMatching(
        /^run-1,smollm2-135m,0000000000000001,item-1,,,.*,error,,.*,"lost, twice"$/s,
      ),
      '',
    ]);
  });

  it('explains every column', () => {
    const names = SAMPLE_COLUMNS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(SAMPLE_COLUMNS.filter(({ meaning }) => meaning === '')).toEqual([]);
    expect(codebookCsv().split('\r\n')[0]).toBe('column,meaning,unit');
    expect(codebookCsv()).toContain('\r\nms,Time the engine took,milliseconds\r\n');
    expect(codebookMarkdown()).toContain('\n| ms | Time the engine took | milliseconds |\n');
    expect(codebookMarkdown().split('\n')).toHaveLength(names.length + 3);
  });
});
