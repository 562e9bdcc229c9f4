"""Tests that take several seconds each: `make test` leaves them out, CI runs them.

They try a fault for as long as it takes, or play a whole visit; shorter tests beside them run the
same code. See tests/sample.py for tests of which some cases are left out.
"""

LEFT_TO_CI: dict[str, tuple[str, ...]] = {
    "tests/cli/test_commands.py": ("test_postgresql_without_its_package_says_what_to_install",),
    "tests/cli/test_export.py": ("test_the_page_reproduces_meters_and_hold_to_the_cent",),
    "tests/cli/test_options.py": ("test_the_average_of_a_reset_is_the_house_edge",),
    "tests/cli/test_report.py": (
        "test_pdf_is_the_same_twice_and_its_ending_may_be_capital",
        "test_a_spreadsheet_has_numbers_as_numbers",
    ),
    "tests/cli/test_simulate.py": ("test_the_same_seed_prints_the_same_on_any_number_of_threads",),
    "tests/faults/test_conditions.py": ("test_a_journal_that_another_process_holds",),
    "tests/faults/test_cuts.py": (
        "test_a_build_that_tells_before_it_commits_is_found_out",
        "test_a_build_that_does_not_sync_is_found_out",
    ),
    "tests/faults/test_postgresql.py": (
        "test_a_process_that_stands_still_loses_its_locks_and_writes_nothing",
    ),
    "tests/floor/test_automatic.py": ("test_two_dealers_at_one_table_deal_each_card_once",),
    "tests/floor/test_backup.py": (
        "test_a_postgresql_journal_is_dumped_while_it_is_used",
        "test_a_postgresql_journal_is_copied_to_a_file_and_from_there_to_another_database",
    ),
    "tests/floor/test_bounds.py": ("test_whoever_asks_while_a_host_stops_is_answered",),
    "tests/operations/test_operations_page.py": ("test_a_full_disk_is_seen_with_its_end",),
    "tests/pages/test_console.py": (
        "test_what_is_above_the_limit_waits_for_a_second_person_elsewhere",
        "test_a_held_round_is_seen_by_its_player_and_what_each_chose_by_staff",
    ),
    "tests/pages/test_console_pit.py": (
        "test_a_bank_is_opened_filled_and_closed_with_a_difference",
        "test_every_part_of_the_pit_reads_well_in_chinese_and_on_a_phone",
        "test_a_round_is_corrected_by_two_people_and_its_player_sees_it",
    ),
    "tests/pages/test_dealer.py": ("test_a_round_is_dealt_by_hand_for_a_patron_elsewhere",),
    "tests/pages/test_odds.py": (
        "test_a_wager_is_made_priced_refused_and_removed",
        "test_every_figure_is_the_servers_for_any_shoe",
    ),
    "tests/pages/test_pace.py": ("test_the_pit_sees_pace_by_table_and_dealer",),
    "tests/pages/test_par_sheet.py": ("test_the_last_column_is_reached_and_the_first_stays",),
    "tests/pages/test_people.py": ("test_a_killed_server_is_missed_and_found_again",),
    "tests/pages/test_school_questions.py": ("test_every_kind_of_question_fits",),
    "tests/pages/test_seat.py": (
        "test_the_lobby_is_honest",
        "test_a_stake_that_never_arrived_is_told_as_not_placed",
        "test_stakes_that_were_not_answered_are_marked_and_their_fate_is_told",
    ),
    "tests/report/test_typeset.py": ("test_another_seed_shows",),
    "tests/sim/test_cluster.py": ("test_a_killed_worker_changes_nothing",),
    "tests/table/test_machine.py": (
        "test_a_build_that_answers_guesses_by_what_lies_there_is_found_out",
    ),
    "tests/web/test_card_readers.py": (
        "test_the_example_reader_deals_every_card_once_through_a_killed_server",
    ),
    "tests/web/test_flood.py": ("test_a_human_dealer_gets_a_card_a_press",),
    "tests/web/test_frozen.py": ("test_a_node_stopped_at_any_step_of_a_commit_stops_nobody_else",),
    "tests/web/test_heartbeats.py": (
        "test_a_client_comes_back_from_a_server_that_has_gone_silent",
        "test_a_client_that_is_read_slowly_is_not_silent",
        "test_a_bot_gives_a_silent_server_up",
    ),
    "tests/web/test_leaks.py": (
        "test_an_automatic_table_shows_no_seat_a_card_before_it_is_turned_up",
    ),
    "tests/web/test_lockout.py": ("test_a_known_address_is_slowed_down_for_wrong_passwords_alone",),
    "tests/web/test_nodes.py": (
        "test_a_node_killed_in_mid_round_and_then_the_database",
        "test_a_table_set_to_deal_itself_is_dealt_whenever_it_was_opened",
    ),
    "tests/web/test_password_floods.py": (
        "test_hashing_takes_a_set_share_and_staff_still_get_in",
        "test_who_is_refused_is_told_when_to_come_again_and_not_counted",
    ),
    "tests/web/test_sessions.py": ("test_looking_on_through_a_socket_keeps_nobody_signed_in",),
    "tests/web/test_socket_floods.py": ("test_frames_before_a_socket_is_accepted_close_it",),
    "tests/web/test_squeeze.py": (
        "test_a_flood_is_told_so_often_and_its_last_is_told",
        "test_others_see_the_card_bent_and_never_what_it_is",
    ),
    "tests/web/test_stranger_gate.py": (
        "test_staff_are_served_while_strangers_wait",
        "test_health_checks_wait_only_for_each_other",
        "test_what_waits_elsewhere_leaves_its_place",
    ),
    "tests/web/test_work_pool.py": (
        "test_what_takes_too_long_is_given_up",
        "test_a_process_is_prepared_before_its_first_question_and_at_the_usual_priority",
    ),
}
