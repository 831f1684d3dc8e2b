package record

type metricFlag uint8

const (
	isNight    metricFlag = 1 << iota // the day begins in the evening
	isTotal                           // a total over the day
	isFilled                          // other sources may fill the hours of which one says nothing
	isDuration                        // time within the day
)

// Stages of sleep, as points name them.
const (
	StageAwake  = "awake"
	StageLight  = "light"
	StageDeep   = "deep"
	StageREM    = "rem"
	StageAsleep = "asleep" // the source does not tell stages apart
)

// stages are the metrics of the stages of sleep, which are flattened together before each is added up.
var stages = map[string]string{
	"sleep_awake": StageAwake, "sleep_light": StageLight, "sleep_deep": StageDeep, "sleep_rem": StageREM, "sleep_unspecified": StageAsleep,
}

// metricRows are the metrics. Bounds are what is impossible, not what is unusual: a record in the books lies inside them.
// Durations are in minutes, and the length of the day bounds them besides.
var metricRows = [...]struct {
	key, codes, unit string
	state            StateClass
	policy           Policy
	flags            metricFlag
	min, max         float64
}{
	// Movement
	{"steps", "41950-7 55423-8", "{steps}", StateCumulative, PolicySumDelta, isTotal | isFilled, 0, 300_000},
	{"distance", "103208-5", "m", StateCumulative, PolicySumDelta, isTotal | isFilled, 0, 1_500_000},
	{"distance_walking_running", "112427-0", "m", StateCumulative, PolicySumDelta, isTotal | isFilled, 0, 400_000},
	{"distance_cycling", "", "m", StateCumulative, PolicySumDelta, isTotal | isFilled, 0, 1_500_000},
	{"distance_swimming", "93816-7", "m", StateCumulative, PolicySumDelta, isTotal | isFilled, 0, 150_000},
	{"distance_wheelchair", "", "m", StateCumulative, PolicySumDelta, isTotal | isFilled, 0, 500_000},
	{"wheelchair_pushes", "96502-0", "{pushes}", StateCumulative, PolicySumDelta, isTotal | isFilled, 0, 300_000},
	{"swimming_strokes", "", "{strokes}", StateCumulative, PolicySumDelta, isTotal | isFilled, 0, 150_000},
	{"flights_climbed", "100304-5", "{floors}", StateCumulative, PolicySumDelta, isTotal | isFilled, 0, 5_000},
	{"elevation_gained", "", "m", StateCumulative, PolicySumDelta, isTotal | isFilled, 0, 20_000},
	{"active_energy", "41981-2", "kcal", StateCumulative, PolicySumDelta, isTotal | isFilled, 0, 25_000},
	{"basal_energy", "", "kcal", StateCumulative, PolicySumDelta, isTotal | isFilled, 0, 10_000},
	{"total_energy", "41979-6", "kcal", StateCumulative, PolicySumDelta, isTotal | isFilled, 0, 30_000},
	{"exercise_time", "55411-3", "min", StateCumulative, PolicySumDelta, isTotal | isFilled | isDuration, 0, 1_530},
	{"stand_time", "112425-4", "min", StateCumulative, PolicySumDelta, isTotal | isFilled | isDuration, 0, 1_530},
	{"stand_hours", "", "h", StateCumulative, PolicySumDelta, isTotal | isFilled, 0, 25},
	{"move_time", "", "min", StateCumulative, PolicySumDelta, isTotal | isFilled | isDuration, 0, 1_530},
	{"active_time", "101691-4", "min", StateInterval, PolicyDurationUnion, isTotal | isFilled | isDuration, 0, 1_530},
	{"light_activity_time", "101688-0", "min", StateInterval, PolicyDurationUnion, isTotal | isFilled | isDuration, 0, 1_530},
	{"moderate_activity_time", "101689-8", "min", StateInterval, PolicyDurationUnion, isTotal | isFilled | isDuration, 0, 1_530},
	{"vigorous_activity_time", "101690-6", "min", StateInterval, PolicyDurationUnion, isTotal | isFilled | isDuration, 0, 1_530},
	{"sedentary_time", "", "min", StateInterval, PolicyDurationUnion, isTotal | isFilled | isDuration, 0, 1_530},
	{"workout_time", "", "min", StateSession, PolicyDurationUnion, isTotal | isFilled | isDuration, 0, 1_530},
	{"mindful_time", "", "min", StateSession, PolicyDurationUnion, isTotal | isFilled | isDuration, 0, 1_530},
	{"daylight_time", "", "min", StateCumulative, PolicySumDelta, isTotal | isFilled | isDuration, 0, 1_530},
	{"physical_effort", "112426-2", "kcal/(kg.h)", StateInstant, PolicyMeanMinMax, 0, 0, 40},
	{"walking_speed", "", "m/s", StateInstant, PolicyMeanMinMax, 0, 0, 5},
	{"running_speed", "", "m/s", StateInstant, PolicyMeanMinMax, 0, 0, 13},
	{"cycling_speed", "", "m/s", StateInstant, PolicyMeanMinMax, 0, 0, 60},
	{"running_power", "", "W", StateInstant, PolicyMeanMinMax, 0, 0, 3_000},
	{"cycling_power", "", "W", StateInstant, PolicyMeanMinMax, 0, 0, 3_500},
	{"cycling_cadence", "", "/min", StateInstant, PolicyMeanMinMax, 0, 0, 350},
	{"running_stride_length", "", "m", StateInstant, PolicyMeanMinMax, 0, 0.1, 4},
	{"running_vertical_oscillation", "", "cm", StateInstant, PolicyMeanMinMax, 0, 0, 60},
	{"running_ground_contact_time", "", "ms", StateInstant, PolicyMeanMinMax, 0, 20, 2_000},
	{"walking_step_length", "", "m", StateInstant, PolicyMeanMinMax, 0, 0.05, 2.5},
	{"walking_asymmetry", "", "%", StateInstant, PolicyMeanMinMax, 0, 0, 100},
	{"walking_double_support", "", "%", StateInstant, PolicyMeanMinMax, 0, 0, 100},
	{"walking_steadiness", "", "%", StateInstant, PolicyLast, 0, 0, 100},
	{"stair_ascent_speed", "112431-2", "m/s", StateInstant, PolicyMeanMinMax, 0, 0, 5},
	{"stair_descent_speed", "112430-4", "m/s", StateInstant, PolicyMeanMinMax, 0, 0, 8},
	{"six_minute_walk", "64098-7", "m", StateInstant, PolicyLast, 0, 0, 1_500},
	{"falls", "", "{falls}", StateCumulative, PolicySumDelta, isTotal, 0, 1_000},
	{"vo2_max", "94122-9", "mL/(kg.min)", StateInstant, PolicyLast, 0, 5, 110},

	// Heart and circulation
	{"heart_rate", "8867-4", "/min", StateInstant, PolicyMeanMinMax, 0, 15, 350},
	{"resting_heart_rate", "40443-4", "/min", StateInstant, PolicyLast, 0, 15, 250},
	{"walking_heart_rate", "", "/min", StateInstant, PolicyLast, 0, 15, 300},
	{"sleeping_heart_rate", "", "/min", StateInstant, PolicyLast, isNight, 15, 250},
	{"heart_rate_mean", "103205-1", "/min", StateProviderDaily, PolicyProviderValue, 0, 15, 350},
	{"heart_rate_max", "101692-2", "/min", StateProviderDaily, PolicyProviderValue, 0, 15, 350},
	{"heart_rate_min", "103222-6", "/min", StateProviderDaily, PolicyProviderValue, 0, 10, 350},
	{"heart_rate_recovery", "", "/min", StateInstant, PolicyLast, 0, 0, 200},
	{"hrv_sdnn", "112429-6 80404-7", "ms", StateInstant, PolicyMeanMinMax, 0, 0, 1_000},
	{"hrv_rmssd", "", "ms", StateInstant, PolicyMeanMinMax, 0, 0, 1_000},
	{"atrial_fibrillation_burden", "", "%", StateInstant, PolicyLast, 0, 0, 100},
	{"blood_pressure_systolic", "8480-6", "mm[Hg]", StateInstant, PolicyMeanMinMax, 0, 30, 400},
	{"blood_pressure_diastolic", "8462-4", "mm[Hg]", StateInstant, PolicyMeanMinMax, 0, 10, 370},
	{"perfusion_index", "61006-3", "%", StateInstant, PolicyMeanMinMax, 0, 0, 100},
	{"pulse_wave_velocity", "77196-4", "m/s", StateInstant, PolicyLast, 0, 1, 40},
	{"vascular_age", "", "a", StateInstant, PolicyLast, 0, 0, 150},

	// Breath and temperature
	{"oxygen_saturation", "59408-5", "%", StateInstant, PolicyMeanMinMax, 0, 20, 100},
	{"oxygen_saturation_mean", "103209-3", "%", StateProviderDaily, PolicyProviderValue, 0, 20, 100},
	{"respiratory_rate", "9279-1", "/min", StateInstant, PolicyMeanMinMax, 0, 1, 120},
	{"respiratory_rate_mean", "103217-6", "/min", StateProviderDaily, PolicyProviderValue, 0, 1, 120},
	{"peak_expiratory_flow", "19935-6", "L/min", StateInstant, PolicyLast, 0, 10, 1_200},
	{"fev1", "20150-9", "L", StateInstant, PolicyLast, 0, 0.1, 10},
	{"forced_vital_capacity", "19870-5", "L", StateInstant, PolicyLast, 0, 0.1, 12},
	{"body_temperature", "8310-5", "Cel", StateInstant, PolicyMeanMinMax, 0, 12, 48},
	{"basal_body_temperature", "", "Cel", StateInstant, PolicyLast, 0, 30, 45},
	{"skin_temperature", "61008-9", "Cel", StateInstant, PolicyMeanMinMax, 0, 5, 48},
	{"skin_temperature_deviation", "", "Cel", StateProviderDaily, PolicyProviderValue, isNight, -15, 15},

	// The body's make-up
	{"weight", "29463-7", "kg", StateInstant, PolicyLast, 0, 0.2, 700},
	{"height", "8302-2", "m", StateInstant, PolicyLast, 0, 0.2, 3},
	{"body_mass_index", "39156-5", "kg/m2", StateInstant, PolicyLast, 0, 4, 260},
	{"body_fat_percentage", "41982-0", "%", StateInstant, PolicyLast, 0, 1, 90},
	{"fat_mass", "73708-0", "kg", StateInstant, PolicyLast, 0, 0, 600},
	{"lean_mass", "91557-9", "kg", StateInstant, PolicyLast, 0, 0, 300},
	{"muscle_mass", "73964-9", "kg", StateInstant, PolicyLast, 0, 0, 250},
	{"water_mass", "101683-1", "kg", StateInstant, PolicyLast, 0, 0, 300},
	{"water_percentage", "101684-9", "%", StateInstant, PolicyLast, 0, 5, 95},
	{"bone_mass", "101685-6", "kg", StateInstant, PolicyLast, 0, 0, 30},
	{"visceral_fat_area", "73707-2", "cm2", StateInstant, PolicyLast, 0, 0, 2_000},
	{"visceral_fat_index", "", "{index}", StateInstant, PolicyLast, 0, 0, 100},
	{"waist_circumference", "8280-0", "cm", StateInstant, PolicyLast, 0, 10, 400},
	{"basal_metabolic_rate", "", "kcal/d", StateInstant, PolicyLast, 0, 100, 10_000},

	// Sleep
	{"sleep_duration", "93832-4", "min", StateSession, PolicyDurationUnion, isNight | isTotal | isDuration, 0, 1_530},
	{"sleep_deep", "93831-6", "min", StateSession, PolicyDurationUnion, isNight | isTotal | isDuration, 0, 1_530},
	{"sleep_light", "93830-8", "min", StateSession, PolicyDurationUnion, isNight | isTotal | isDuration, 0, 1_530},
	{"sleep_rem", "93829-0", "min", StateSession, PolicyDurationUnion, isNight | isTotal | isDuration, 0, 1_530},
	{"sleep_awake", "103210-1", "min", StateSession, PolicyDurationUnion, isNight | isTotal | isDuration, 0, 1_530},
	{"sleep_unspecified", "", "min", StateSession, PolicyDurationUnion, isNight | isTotal | isDuration, 0, 1_530},
	{"time_in_bed", "103213-5", "min", StateSession, PolicyDurationUnion, isNight | isTotal | isDuration, 0, 1_530},
	{"time_out_of_bed", "103214-3", "min", StateSession, PolicyDurationUnion, isNight | isTotal | isDuration, 0, 1_530},
	{"sleep_latency", "103212-7", "min", StateProviderDaily, PolicyProviderValue, isNight | isDuration, 0, 1_530},
	{"awakenings", "103211-9", "{#}", StateProviderDaily, PolicyProviderValue, isNight, 0, 1_000},
	{"snoring_time", "103220-0", "min", StateSession, PolicyDurationUnion, isNight | isTotal | isDuration, 0, 1_530},
	{"snoring_episodes", "103221-8", "{#}", StateProviderDaily, PolicyProviderValue, isNight, 0, 5_000},
	{"apnea_hypopnea_index", "69990-0", "/h", StateProviderDaily, PolicyProviderValue, isNight, 0, 250},
	{"breathing_disturbances", "", "{#}", StateProviderDaily, PolicyProviderValue, isNight, 0, 5_000},
	{"sleep_efficiency", "", "%", StateProviderDaily, PolicyProviderValue, isNight, 0, 100},
	{"sleep_score", "", "{score}", StateProviderDaily, PolicyProviderValue, isNight, 0, 100},

	// Blood
	{"blood_glucose", "15074-8 2339-0", "mmol/L", StateInstant, PolicyMeanMinMax, 0, 0.2, 150},
	{"interstitial_glucose", "105272-9 99504-3", "mmol/L", StateInstant, PolicyMeanMinMax, 0, 0.2, 50},
	{"blood_alcohol", "", "%", StateInstant, PolicyLast, 0, 0, 2},

	// Eaten and drunk. A meal is logged at a moment, in as many places as it was typed: sources do not complete one another.
	{"dietary_energy", "9052-2", "kcal", StateCumulative, PolicySumDelta, isTotal, 0, 50_000},
	{"dietary_protein", "", "g", StateCumulative, PolicySumDelta, isTotal, 0, 3_000},
	{"dietary_carbohydrates", "", "g", StateCumulative, PolicySumDelta, isTotal, 0, 5_000},
	{"dietary_fat", "9067-0", "g", StateCumulative, PolicySumDelta, isTotal, 0, 3_000},
	{"dietary_fat_saturated", "", "g", StateCumulative, PolicySumDelta, isTotal, 0, 2_000},
	{"dietary_fiber", "", "g", StateCumulative, PolicySumDelta, isTotal, 0, 1_000},
	{"dietary_sugar", "", "g", StateCumulative, PolicySumDelta, isTotal, 0, 4_000},
	{"dietary_cholesterol", "", "mg", StateCumulative, PolicySumDelta, isTotal, 0, 20_000},
	{"dietary_potassium", "", "mg", StateCumulative, PolicySumDelta, isTotal, 0, 100_000},
	{"dietary_calcium", "", "mg", StateCumulative, PolicySumDelta, isTotal, 0, 50_000},
	{"dietary_water", "", "mL", StateCumulative, PolicySumDelta, isTotal, 0, 40_000},
	{"dietary_caffeine", "", "mg", StateCumulative, PolicySumDelta, isTotal, 0, 20_000},
	{"dietary_sodium", "", "mg", StateCumulative, PolicySumDelta, isTotal, 0, 200_000},
	{"alcoholic_drinks", "", "{drinks}", StateCumulative, PolicySumDelta, isTotal, 0, 100},

	// Surroundings, and figures of the vendors' own making
	{"environmental_sound", "", "dB[SPL]", StateInstant, PolicyMeanMinMax, 0, 0, 200},
	{"headphone_sound", "", "dB[SPL]", StateInstant, PolicyMeanMinMax, 0, 0, 200},
	{"stress_score", "", "{score}", StateInstant, PolicyMeanMinMax, 0, 0, 100},
	{"readiness_score", "", "{score}", StateProviderDaily, PolicyProviderValue, 0, 0, 100},
	{"activity_score", "", "{score}", StateProviderDaily, PolicyProviderValue, 0, 0, 100},
	{"strain_score", "", "{score}", StateProviderDaily, PolicyProviderValue, 0, 0, 21},
	{"energy_reserve_score", "", "{score}", StateInstant, PolicyMeanMinMax, 0, 0, 100},
	{"vitality_score", "", "{score}", StateProviderDaily, PolicyProviderValue, 0, 0, 1_000},
}
