// The types must be able to say no, or their yes says nothing.
import type { DashboardFile } from './dashboard';

type Panel = DashboardFile['panels'][number];

const stat = { type: 'stat' as const, targets: [], fieldConfig: { defaults: {}, overrides: [] } };

// @ts-expect-error a misspelt key
({ annotations: { list: [] }, panels: [], grafTooltip: 1 }) satisfies Partial<DashboardFile>;
// @ts-expect-error a number that is no member of the enumeration
({ graphTooltip: 7 }) satisfies Partial<DashboardFile>;
// @ts-expect-error a word that is no member of the enumeration
({ ...stat, options: { colorMode: 'loud' } }) satisfies Panel;
// @ts-expect-error an option that this kind of panel does not have
({ ...stat, options: { cellHeight: 'sm' } }) satisfies Panel;
// @ts-expect-error a kind of panel that is not checked
({ ...stat, type: 'pie', options: {} }) satisfies Panel;
({ ...stat, options: { colorMode: 'value' } }) satisfies Panel;

const row = { type: 'row' as const, id: 1, title: 'x', collapsed: true as const, gridPos: { x: 0, y: 0, w: 24, h: 1 } };
const graph = { type: 'flamegraph' as const, fieldConfig: { defaults: {}, overrides: [] }, options: {} };
const query = { refId: 'A', profileTypeId: 'x', labelSelector: '{}', groupBy: [] };

// @ts-expect-error a kind of query that Pyroscope does not know
({ ...row, panels: [{ ...graph, targets: [{ ...query, queryType: 'flamegraph' }] }] }) satisfies Panel;
// @ts-expect-error a row that asks at once
({ ...row, collapsed: false, panels: [] }) satisfies Panel;
({ ...row, panels: [{ ...graph, targets: [{ ...query, queryType: 'profile' }] }] }) satisfies Panel;
