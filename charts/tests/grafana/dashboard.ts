// What Grafana says a dashboard is, as it stands in a file of JSON.
import type { AnnotationQuery, DataQuery, Dashboard, FieldConfigSource, GraphFieldConfig, Panel, RowPanel, TableFieldOptions } from '@grafana/schema';
import type { Options as BarGauge } from '@grafana/schema/dist/esm/raw/composable/bargauge/panelcfg/x/BarGaugePanelCfg_types.gen';
import type { Options as Stat } from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen';
import type { Options as Table } from '@grafana/schema/dist/esm/raw/composable/table/panelcfg/x/TablePanelCfg_types.gen';
import type { Options as TimeSeries } from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';

/** JSON has an enumeration's words instead of its members. */
type Json<T> = T extends string ? `${T}` : T extends object ? { [K in keyof T]: Json<T[K]> } : T;

/** Grafana has a default for each option. */
type Chosen<T> = T extends unknown[] ? T : T extends object ? { [K in keyof T]?: Chosen<T[K]> } : T;

/** A panel of one kind: Grafana's own type leaves open what the options of a kind are. */
interface Kind<Type extends string, Options, Custom, Query = PrometheusQuery> extends Omit<Panel, 'type' | 'options' | 'fieldConfig' | 'targets'> {
  type: Type;
  options: Chosen<Options>;
  fieldConfig: FieldConfigSource<Chosen<Custom>>;
  targets: Query[];
}

/** These are not in @grafana/schema: the Prometheus data source has them to itself. */
interface PrometheusQuery extends DataQuery {
  expr: string;
  editorMode?: 'code';
  format?: 'table' | 'time_series';
  instant?: boolean;
  range?: boolean;
  legendFormat?: string;
}

/** The same: Pyroscope's data source is in a repository of its own. */
interface PyroscopeQuery extends DataQuery {
  queryType: 'metrics' | 'profile';
  profileTypeId: string;
  labelSelector: string;
  groupBy: string[];
  maxNodes?: number;
}

/** A row that is opened by a click; until then nobody asks what is in it. */
interface Row extends Omit<RowPanel, 'panels' | 'collapsed' | 'gridPos' | 'title'> {
  title: string;
  collapsed: true;
  gridPos: NonNullable<Panel['gridPos']>;
  panels: Array<
    | Kind<'timeseries', TimeSeries, GraphFieldConfig, PyroscopeQuery>
    | Kind<'flamegraph', Record<string, never>, Record<string, never>, PyroscopeQuery>
  >;
}

interface PrometheusAnnotation extends AnnotationQuery<PrometheusQuery> {
  useValueForTime?: boolean;
  titleFormat?: string;
  textFormat?: string;
  tagKeys?: string;
}

interface Board extends Omit<Dashboard, 'panels' | 'annotations'> {
  panels: Array<
    | Kind<'stat', Stat, Record<string, never>>
    | Kind<'bargauge', BarGauge, Record<string, never>>
    | Kind<'table', Table, TableFieldOptions>
    | Kind<'timeseries', TimeSeries, GraphFieldConfig>
    | Row
  >;
  annotations: { list: PrometheusAnnotation[] };
}

export type DashboardFile = Json<Board>;
